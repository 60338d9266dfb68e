/**
 * The attack: every call has another `Accept-Language` of 30 KB. The headers were remembered for ever with their
 * language, whatever their length, which grew the memory by tens of megabytes and kept real headers out; to read one
 * took 0.7 ms.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { negotiateLanguage } from '../../../plugins/sdk/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes that the heap has grown by `headers` different headers of this length. */
function growth(headers: number, length: number): number {
  const filling = 'x'.repeat(length);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < headers; at++) negotiateLanguage(`de,${at}${filling}`.slice(0, length));
  collectGarbage();
  return process.memoryUsage().heapUsed - before;
}

it('no number of different headers grows the memory', () => {
  expect(growth(3_000, 30_000)).toBeLessThan(3_000_000);
  expect(growth(3_000, 1_000)).toBeLessThan(3_000_000);
});

it('a header that is longer than any browser sends is not read', () => {
  expect(negotiateLanguage(`de,${'x'.repeat(996)}`)).toBe('de');
  expect(negotiateLanguage(`de,${'x'.repeat(998)}`)).toBe('en');
});
