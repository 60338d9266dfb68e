import { expect, it } from 'vitest';
import { AnchoredClock } from './store-clock.ts';

const MINUTE = 60_000;

function machine() {
  const at = { wall: Date.UTC(2026, 10, 21, 12), monotonic: 7_000 };
  const clock = new AnchoredClock({ wall: () => at.wall, monotonic: () => at.monotonic });
  const pass = (ms: number) => {
    at.wall += ms;
    at.monotonic += ms;
  };
  return { at, clock, pass, started: at.wall };
}

it.each([5 * MINUTE, -5 * MINUTE])("does not follow a step of the machine's clock by %i ms", (step) => {
  const { at, clock, pass, started } = machine();
  pass(MINUTE);
  at.wall += step;
  expect([clock.now() - started, clock.skew()]).toEqual([MINUTE, step]);
  pass(MINUTE);
  expect([clock.now() - started, clock.skew()]).toEqual([2 * MINUTE, step]);
});

it('follows the store, to half of the time that the answer took', () => {
  const { at, clock, pass, started } = machine();
  // The store is five minutes behind this machine. The answer takes 40 ms.
  const asked = at.monotonic;
  pass(40);
  clock.heard(started + 20 - 5 * MINUTE, asked, at.monotonic);
  expect(Math.abs(clock.now() - (started + 40 - 5 * MINUTE))).toBeLessThanOrEqual(20);
  expect(Math.abs(clock.skew() - 5 * MINUTE)).toBeLessThanOrEqual(20);
});

it('does not become less exact by a slow answer', () => {
  const { at, clock, pass, started } = machine();
  clock.heard(started - 1_000, at.monotonic, at.monotonic);
  const asked = at.monotonic;
  pass(400);
  // Written at the end of the 400 ms, and right.
  clock.heard(started - 1_000 + 400, asked, at.monotonic);
  expect(clock.now()).toBe(started - 1_000 + 400);
});
