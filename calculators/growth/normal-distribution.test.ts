import { expect, it } from 'vitest';
import { cumulative, logShareAbove, zOfShareAbove } from './normal-distribution.ts';

/** Abramowitz & Stegun (1964), tables 26.1 and 26.2. */
it.each([
  [0, 0.5],
  [1, 0.841_344_746_068_543],
  [2, 0.977_249_868_051_821],
  [2.98, 0.998_558_758_082_66],
  [3, 0.998_650_101_968_37],
  [4, 0.999_968_328_758_167],
])('the share below z %d is %d', (z, share) => {
  expect(cumulative(z)).toBeCloseTo(share, 12);
  expect(cumulative(-z)).toBeCloseTo(1 - share, 12);
});

it.each([
  [0.025, 1.959_963_984_540_054],
  [0.05, 1.644_853_626_951_473],
  [0.0005, 3.290_526_731_491_926],
])('the share %d is above z %d', (share, z) => {
  expect(zOfShareAbove(Math.log(share))).toBeCloseTo(z, 12);
});

it('inverts z even if the share is too small for a number', () => {
  // ln Q(50) = −1250 − ln(50 √(2π)) − 1/2500 + ..., the asymptotic series (A&S 26.2.12).
  expect(logShareAbove(50)).toBeCloseTo(-1250 - Math.log(50 * Math.sqrt(2 * Math.PI)) - 0.000_399_4, 6);
  expect(zOfShareAbove(logShareAbove(50))).toBeCloseTo(50, 10);
});
