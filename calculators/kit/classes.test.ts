import { expect, it } from 'vitest';
import { above, classify, classTable } from './classes.ts';

const table = classTable({ low: 0, normal: 18.5, high: 25 });

it.each([
  [18.49, 'low'],
  [18.5, 'normal'],
  [24.99, 'normal'],
  [25, 'high'],
  [0.1 * 250 - 1e-14, 'high'],
])('%d is %s: a class begins at its bound', (value, key) => {
  expect(classify(value, table)).toBe(key);
});

it('refuses bounds that do not ascend', () => {
  expect(() => classTable({ a: 2, b: 1 })).toThrow(RangeError);
});

const waist = classTable({ normal: 0, increased: above(94), high: above(102) });

it.each([
  [94, 'normal'],
  [94 + 1e-12, 'normal'],
  [94.1, 'increased'],
  [102, 'increased'],
  [102.01, 'high'],
])('%d is %s: a bound printed as "more than" belongs to the class below', (value, key) => {
  expect(classify(value, waist)).toBe(key);
});
