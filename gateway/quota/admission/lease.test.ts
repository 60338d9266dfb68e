import { expect, it } from 'vitest';
import { LIMITS, NOON, RESULT } from '../testing/contract/caller.ts';
import { Lease } from './lease.ts';

const GRANT = { units: 96, tokens: new Map(), free: new Map() };
const ANSWER = { report: null, counted: 0, held: GRANT, used: 0, spendable: 0 } as const;

/** Calls of a lease until few of its units are left. */
function callsUntilLow(number: number, units = 96): number {
  const lease = new Lease({ number, month: '2026-11', epoch: 'epoch-1', limits: LIMITS });
  lease.granted({ ...GRANT, units }, ANSWER, { store: NOON, wall: NOON, monotonic: 0 }, null);
  let calls = 0;
  while (!lease.low) {
    lease.take(RESULT, '2026-11-10');
    calls += 1;
  }
  return calls;
}

it('has few units left after five sixths to fifteen sixteenths of its calls, and leases in a row do so one after the other', () => {
  // 6, 9, 12 or 15 of 96 units are left.
  expect([16, 17, 18, 19, 20].map((number) => callsUntilLow(number))).toEqual([90, 87, 84, 81, 90]);
});

it('has few units left before the last one is used, however small it is', () => {
  expect([16, 17, 18, 19].map((number) => callsUntilLow(number, 4))).toEqual([3, 3, 3, 3]);
});

it('tells a successor only of rows that are not counted, or of one that is', () => {
  const lease = new Lease({ number: 1, month: '2026-11', epoch: 'epoch-1', limits: LIMITS });
  expect(lease.unsettled()).toEqual([]);
  lease.granted(GRANT, ANSWER, { store: NOON, wall: NOON, monotonic: 0 }, null);
  const take = (calculator: string) => lease.take({ ...RESULT, calculator }, '2026-11-10');
  for (const calculator of ['bmi', 'tdee', 'bmi']) take(calculator);
  const calls = () => lease.unsettled().map((row) => [row.calculator, row.calls]);
  expect(calls()).toEqual([
    ['bmi', 2],
    ['tdee', 1],
  ]);
  lease.counted(lease.snapshot(lease.report(false).rows));
  expect(calls()).toEqual([['bmi', 2]]);
  take('tdee');
  expect(calls()).toEqual([['tdee', 2]]);
});
