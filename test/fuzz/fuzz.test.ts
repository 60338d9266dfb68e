import { expect, it } from 'vitest';
import { run } from './run.ts';
import { reportText } from './table.ts';

const CALLS = 1_000;
const SEED = 20_261_122;

it('random calls at every door break no invariant: no 5xx, no NaN, no secret, no unit too many', {
  timeout: 60_000,
}, async () => {
  // A loaded machine is slow at times; `npm run fuzz` limits the time of an answer.
  const report = await run({ seed: SEED, calls: CALLS, limitMs: 5_000 });
  expect(report.violations, reportText(report, SEED)).toEqual([]);
  expect(report.doors).toHaveLength(11);
  const good = report.doors.reduce((sum, { byClass }) => sum + (byClass.get('2xx') ?? 0), 0);
  expect(good / CALLS).toBeGreaterThan(0.4);
  expect(report.units).toBeGreaterThan(200);
});
