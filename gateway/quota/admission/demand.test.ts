import { expect, it } from 'vitest';
import { Demand } from './demand.ts';

/** Calls of one unit at even times, from a start in milliseconds. */
function calls(demand: Demand, count: number, everyMs: number, from = 0): number {
  for (let call = 0; call < count; call += 1) demand.add('a', 1, from + call * everyMs);
  return from + (count - 1) * everyMs;
}

it('expects of a client that has just begun what its rate so far gives in five seconds', () => {
  const demand = new Demand();
  const at = calls(demand, 21, 50);
  // A sum of 20 calls a second that decays within 5 s is 100 in the long run. The call at each end makes it a little more.
  expect(demand.of('a', at).units).toBeGreaterThanOrEqual(100);
  expect(demand.of('a', at).units).toBeLessThanOrEqual(110);
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
  // 10 / (1 - e^(-0.5 / 5)) = 105.08
  expect(demand.of('a', at)).toEqual({ units: 105, calls: 105 });
});

it('follows the rate of a client that has called for long', () => {
  const demand = new Demand();
  const at = calls(demand, 600, 100);
  // 10 calls a second within 5 s, and half a call because the last one is whole.
  expect(demand.of('a', at).calls).toBe(51);
});

it('expects of a client that pauses what it asked before, until it has called for five seconds', () => {
  const demand = new Demand();
  calls(demand, 600, 100);
  const at = calls(demand, 4, 1_000, 80_000);
  // As of a client that has called for long: 10 calls a second within 5 s.
  expect(demand.of('a', at)).toEqual({ units: 51, calls: 51 });
  demand.add('a', 1, 84_000);
  demand.add('a', 1, 85_000);
  // 1 + e^(-0.2) + ... + e^(-1) = 3.86, rounded to 4; five seconds were seen: 4 / (1 - e^(-1)) = 6.33
  expect(demand.of('a', 85_000)).toEqual({ units: 6, calls: 6 });
});

it('expects more of a client that comes back with more calls', () => {
  const demand = new Demand();
  calls(demand, 600, 100);
  const at = calls(demand, 21, 50, 80_000);
  expect(demand.of('a', at).units).toBeGreaterThanOrEqual(100);
});

it('begins anew with a client that was silent for five minutes, and with one that asked little before', () => {
  const demand = new Demand();
  const last = calls(demand, 600, 100);
  expect(demand.of('a', calls(demand, 1, 0, last + 300_000))).toEqual({ units: 1, calls: 1 });
  expect(demand.of('a', calls(demand, 1, 0, last + 306_000))).toEqual({ units: 1, calls: 1 });
});

it('expects much of a client that was busy at its first slow call only', () => {
  const demand = new Demand();
  const last = calls(demand, 600, 100);
  const expected = [1, 2, 3, 4].map((call) => {
    demand.add('a', 1, last + call * 6_000);
    return demand.of('a', last + call * 6_000).units;
  });
  expect(expected).toEqual([51, 1, 1, 1]);
});
