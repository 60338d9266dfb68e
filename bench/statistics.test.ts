import { expect, it } from 'vitest';
import { summarize } from './statistics.ts';

it('takes the middle value of an odd number of rounds, by size rather than by time', () => {
  expect(summarize([30, 9, 100])).toEqual({ median: 30, min: 9, max: 100 });
});

it('takes the mean of the two middle values of an even number', () => {
  expect(summarize([4, 1, 10, 2])).toEqual({ median: 3, min: 1, max: 10 });
});

it('has no median without values', () => {
  expect(() => summarize([])).toThrow(RangeError);
});
