import { expect, it } from 'vitest';
import { Demand } from './demand.ts';

/** Calls of one unit at even times, from a start in milliseconds. */
function calls(demand: Demand, count: number, everyMs: number, from = 0): number {
  for (let call = 0; call < count; call += 1) demand.add('a', 1, from + call * everyMs);
  return from + (count - 1) * everyMs;
}

it('expects of a client that has just begun what its rate so far gives in ten seconds', () => {
  const demand = new Demand();
  const at = calls(demand, 21, 50);
  // A sum of 20 calls a second that decays within 10 s is 200 in the long run. The call at each end makes it a little more.
  expect(demand.of('a', at).units).toBeGreaterThanOrEqual(200);
  expect(demand.of('a', at).units).toBeLessThanOrEqual(220);
  expect(demand.of('a', at).calls).toBe(demand.of('a', at).units);
});

it('expects nothing more of a client that has asked for less than four units', () => {
  const demand = new Demand();
  const at = calls(demand, 3, 1);
  expect(demand.of('a', at)).toEqual({ units: 3, calls: 3 });
});

it('concludes no rate of thousands from calls at one instant', () => {
  const demand = new Demand();
  const at = calls(demand, 10, 0);
  // 10 / (1 - e^(-0.5 / 10)) = 205.04
  expect(demand.of('a', at)).toEqual({ units: 205, calls: 205 });
});

it('follows the rate of a client that has called for long', () => {
  const demand = new Demand();
  const at = calls(demand, 600, 100);
  // 1 + e^(-0.01) + ... + e^(-5.99) = 100.25, of 1 - e^(-5.99) = 0.9975 of the long run: 10 calls a second within 10 s.
  expect(demand.of('a', at).calls).toBe(100);
});

it('expects of a client that pauses what it asked before, until it has called for ten seconds', () => {
  const demand = new Demand();
  calls(demand, 600, 100);
  const at = calls(demand, 4, 1_000, 80_000);
  // As of a client that has called for long: 10 calls a second within 10 s.
  expect(demand.of('a', at)).toEqual({ units: 100, calls: 100 });
  calls(demand, 4, 1_000, 87_000);
  // 1 + e^(-0.1) + e^(-0.2) + e^(-0.3) + e^(-0.7) + ... + e^(-1) = 5.18, rounded to 5, of calls since ten seconds:
  // 5 / (1 - e^(-1)) = 7.91
  expect(demand.of('a', 90_000)).toEqual({ units: 8, calls: 8 });
});

it('expects more of a client that comes back with more calls', () => {
  const demand = new Demand();
  calls(demand, 600, 100);
  const at = calls(demand, 21, 50, 80_000);
  expect(demand.of('a', at).units).toBeGreaterThanOrEqual(200);
});

it('begins anew with a client that was silent for five minutes, and with one that asked little before', () => {
  const demand = new Demand();
  const last = calls(demand, 600, 100);
  expect(demand.of('a', calls(demand, 1, 0, last + 300_000))).toEqual({ units: 1, calls: 1 });
  expect(demand.of('a', calls(demand, 1, 0, last + 312_000))).toEqual({ units: 1, calls: 1 });
});

it('expects much of a client that was busy at its first slow call only', () => {
  const demand = new Demand();
  const last = calls(demand, 600, 100);
  const expected = [1, 2, 3, 4].map((call) => {
    demand.add('a', 1, last + call * 12_000);
    return demand.of('a', last + call * 12_000).units;
  });
  expect(expected).toEqual([100, 1, 1, 1]);
});
