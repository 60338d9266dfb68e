import { expect, it } from 'vitest';
import { percentile, summarize } from './statistics.ts';

it('takes the middle value of an odd number of rounds, by size rather than by time', () => {
  expect(summarize([30, 9, 100])).toEqual({ median: 30, min: 9, max: 100 });
});

it('takes the mean of the two middle values of an even number', () => {
  expect(summarize([4, 1, 10, 2])).toEqual({ median: 3, min: 1, max: 10 });
});

it('has no median without values', () => {
  expect(() => summarize([])).toThrow(RangeError);
});

// The nearest ranks of 15, 20, 35, 40, 50: ranks ceil(0.3 * 5) = 2, ceil(0.4 * 5) = 2, ceil(0.5 * 5) = 3.
it.each([
  [0, 15],
  [30, 20],
  [40, 20],
  [50, 35],
  [99.9, 50],
  [100, 50],
])('takes percentile %d by the nearest rank', (share, value) => {
  expect(percentile([15, 20, 35, 40, 50], share)).toBe(value);
});

it('leaves one value of a thousand above the percentile 99.9, and ten above 99', () => {
  const values = Array.from({ length: 1_000 }, (_, index) => index + 1);
  expect([percentile(values, 99), percentile(values, 99.9)]).toEqual([990, 999]);
});

it('has no percentile of nothing', () => {
  expect(() => percentile([], 50)).toThrow(RangeError);
});
