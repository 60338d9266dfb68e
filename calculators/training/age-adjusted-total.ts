import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';
import { ageCoefficient, ageTable, COVERED_AGES } from './powerlifting-age-coefficients.ts';

const table = {
  citation: 'OpenPowerlifting. Age coefficients of Foster and McCulloch, opl-data, crates/coefficients',
};

const equations = {
  foster_age: {
    formula: 'adjusted total = total · coefficient of the age (Foster, 14 to 22)',
    sources: [table],
    date: '2026',
  },
  open_age: { formula: 'adjusted total = total · 1 (open class, 23 to 40)', sources: [table], date: '2026' },
  mcculloch_age: {
    formula: 'adjusted total = total · coefficient of the age (McCulloch, 41 to 90)',
    sources: [table],
    date: '2026',
  },
};

/** The total of a young or an older powerlifter, converted to the open class. */
export const ageAdjustedTotal = defineCalculator({
  name: 'age-adjusted-total',
  family: training,
  since: 'v1.0.0',
  input: z.object({ age: field.age(COVERED_AGES), total: field.mass({ min: 1, max: 2000 }) }),
  output: z.object({ adjusted_total_kg: result.kilograms(), age_coefficient: result.rounded(3) }),
  profile: ['age', 'total'],
  equations,
  examples: [
    {
      input: { age: 50, total: 500 },
      output: { adjusted_total_kg: 565, age_coefficient: 1.13 },
      origin: 'By hand: 500 · 1.130 = 565',
    },
    {
      input: { age: 17, total: 400 },
      output: { adjusted_total_kg: 432, age_coefficient: 1.08 },
      origin: 'By hand: 400 · 1.08 = 432',
    },
    {
      input: { age: 40, total: 512.5 },
      output: { adjusted_total_kg: 512.5, age_coefficient: 1 },
      origin: 'The last age of the open class: the total itself',
    },
    {
      input: { age: 41, total: 512.5 },
      output: { adjusted_total_kg: 517.63, age_coefficient: 1.01 },
      origin: 'By hand, the first age of McCulloch: 512.5 · 1.01 = 517.625, half away from zero',
    },
  ],
  calculate({ age, total }) {
    const coefficient = ageCoefficient(age);
    return { adjusted_total_kg: total * coefficient, age_coefficient: coefficient };
  },
  explain: ({ age }) => ({ equation: ageTable(age), notes: ['age-adjusted-total.tables_differ'] }),
});
