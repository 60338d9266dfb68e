import { expect, it } from 'vitest';
import { exceeds, reaches, round } from './rounding.ts';

it.each([
  [2739.625, 2, 2739.63],
  [1.005, 2, 1.01],
  [1.115, 2, 1.12],
  [-1.005, 2, -1.01],
  [2.5, 0, 3],
  [-2.5, 0, -3],
  [0.0005, 3, 0.001],
  [1.004999, 2, 1],
  [1767.5 * 1.55, 2, 2739.63],
  [0.1 + 0.2, 2, 0.3],
  [123456.785, 2, 123456.79],
  // More than 12 digits: what counts as noise stays below a half of the last one.
  [65, 10, 65],
  [5000, 12, 5000],
])('%d to %i decimals is %d', (value, decimals, expected) => {
  expect(round(value, decimals)).toBe(expected);
});

it('rounds small negatives to zero, not to minus zero', () => {
  expect(Object.is(round(-0.001, 2), 0)).toBe(true);
});

it('compares bounds at 12 significant digits', () => {
  expect(reaches(24.999999999999996, 25)).toBe(true);
  expect(reaches(24.9999999, 25)).toBe(false);
  expect(reaches(25, 25)).toBe(true);
});

it('exceeds a bound only by more than the noise', () => {
  expect(exceeds(94.00000000000001, 94)).toBe(false);
  expect(exceeds(94.0000001, 94)).toBe(true);
  expect(exceeds(94, 94)).toBe(false);
  expect(exceeds(0.1, 0)).toBe(true);
});
