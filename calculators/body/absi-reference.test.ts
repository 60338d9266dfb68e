import { expect, it } from 'vitest';
import { absiReference } from './absi-reference.ts';

const ages = Array.from({ length: 84 }, (_, year) => year + 2);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + Math.round(value * 100_000), 0);

// Sums of the columns of table S1 in 10⁻⁵, which reveal a wrong digit.
it.each([
  ['male', 688_814, 30_960],
  ['female', 672_376, 39_343],
] as const)('the column of %s adds up', (gender, means, deviations) => {
  const rows = ages.map((age) => absiReference(gender, age));
  expect(sum(rows.map(({ mean }) => mean))).toBe(means);
  expect(sum(rows.map(({ deviation }) => deviation))).toBe(deviations);
});

it.each(['male', 'female'] as const)(
  'the means of %s change smoothly with age, except in the open last row',
  (gender) => {
    for (const age of ages.slice(1, -1)) {
      const step = absiReference(gender, age).mean - absiReference(gender, age - 1).mean;
      expect(Math.abs(step)).toBeLessThan(0.0004);
    }
  },
);

it('uses the last row from age 85 on', () => {
  expect(absiReference('female', 101)).toEqual(absiReference('female', 85));
});
