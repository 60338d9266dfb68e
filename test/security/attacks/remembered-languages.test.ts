/**
 * The attack: every call has another `Accept-Language` of 30 KB. The gateway cached every header with its language
 * forever, whatever its length: memory grew by tens of megabytes, real headers found no room, and each header took 0.7
 * ms to read.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { negotiateLanguage } from '../../../plugins/sdk/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes by which `headers` different headers of this length grow the heap. */
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

it('a header longer than any browser sends is ignored', () => {
  expect(negotiateLanguage(`de,${'x'.repeat(996)}`)).toBe('de');
  expect(negotiateLanguage(`de,${'x'.repeat(998)}`)).toBe('en');
});
