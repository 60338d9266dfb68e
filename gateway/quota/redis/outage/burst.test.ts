import { expect, it } from 'vitest';
import { NOON } from '../../testing/contract/caller.ts';
import { LocalBursts } from './burst.ts';

/** A token grows every 20 seconds. */
const POLICY = { q: 3, w: 60 };

it('admits as many calls per family as the policy allows, and one more with each new token', () => {
  const bursts = new LocalBursts();
  const shown = Array.from({ length: 4 }, () => bursts.take('family-1', POLICY, NOON, true));
  expect(
    shown.map(({ passes, burstLeft, burstFull, burstRetry }) => [passes, burstLeft, burstFull, burstRetry]),
  ).toEqual([
    [true, 2, 20, 0],
    [true, 1, 40, 0],
    [true, 0, 60, 0],
    [false, 0, 60, 20],
  ]);
  expect(bursts.take('family-2', POLICY, NOON, true).passes).toBe(true);
  expect(bursts.take('family-1', POLICY, NOON + 20_000, true).passes).toBe(true);
  expect(bursts.take('family-1', POLICY, NOON + 20_000, true).passes).toBe(false);
});

it('does not limit without a policy', () => {
  expect(new LocalBursts().take('family-1', null, NOON, true)).toEqual({
    ...{ passes: true, burstLeft: Number.POSITIVE_INFINITY, burstFull: 0, burstRetry: 0 },
  });
});

it('shows the state without taking a token', () => {
  const bursts = new LocalBursts();
  bursts.take('family-1', POLICY, NOON, true);
  for (let look = 0; look < 3; look += 1) {
    expect(bursts.take('family-1', POLICY, NOON, false)).toMatchObject({ passes: true, burstLeft: 2 });
  }
});
