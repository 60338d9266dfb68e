import { expect, it } from 'vitest';
import { classify, classTable } from './classes.ts';

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
