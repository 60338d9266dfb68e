/** The attack of remembered-languages.test.ts in full: 200,000 different headers of several lengths. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { negotiateLanguage } from '../../../plugins/sdk/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

// The longest come first: cached forever, they would fill the memory before short headers took the room.
it.each([30_000, 1_000, 200, 20])('200,000 different headers of %i characters do not grow the memory', (length) => {
  const filling = 'x'.repeat(length);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 200_000; at++) negotiateLanguage(`de,${at}${filling}`.slice(0, length));
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
});
