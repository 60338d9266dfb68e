import { expect, it } from 'vitest';
import { LIMITS, NOON, RESULT } from '../testing/contract/caller.ts';
import { Lease } from './lease.ts';

const GRANT = { units: 96, tokens: new Map(), free: new Map() };
const ANSWER = { report: null, counted: 0, held: GRANT, used: 0, spendable: 0 } as const;

/** Calls of a lease of 96 units until few are left. */
function callsUntilLow(number: number): number {
  const lease = new Lease({ number, month: '2026-11', epoch: 'epoch-1', limits: LIMITS });
  lease.granted(GRANT, ANSWER, { store: NOON, wall: NOON, monotonic: 0 }, null);
  let calls = 0;
  while (!lease.low) {
    lease.take(RESULT, '2026-11-10');
    calls += 1;
  }
  return calls;
}

it('has few units left after two thirds to seven eighths of its calls, and leases in a row do so one after the other', () => {
  // Below 12, 15, 18 ... 33 of 96 units.
  expect([16, 17, 18, 19, 20, 21, 22, 23, 24].map(callsUntilLow)).toEqual([85, 82, 79, 76, 73, 70, 67, 64, 85]);
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
