import { z } from 'zod';
import { defineCalculator, OutsideValidity, result } from '../kit/index.ts';
import { AGE_PROFILE, ageFields, ageOf, completedMonths } from './child.ts';
import { growth } from './family.ts';

/** Estimated weight of a child who cannot be weighed. For emergencies only. */
export const childWeightEstimate = defineCalculator({
  name: 'child-weight-estimate',
  family: growth,
  since: 'v1.0.0',
  input: z.object(ageFields),
  output: z.object({ weight_kg: result.kilograms() }),
  profile: [...AGE_PROFILE],
  equations: {
    apls: {
      formula:
        'to 12 months 0.5·months + 4 kg; 1 to 5 years 2·years + 8 kg; 6 to 12 years 3·years + 7 kg; completed months and years',
      sources: [
        {
          citation:
            'Advanced Life Support Group. Advanced Paediatric Life Support: a practical approach to emergencies. 5th edition. Wiley-Blackwell 2011',
        },
      ],
    },
  },
  examples: [
    { input: { age_months: 48 }, output: { weight_kg: 16 }, origin: 'By hand: 2 · 4 + 8 = 16' },
    { input: { age_months: 6 }, output: { weight_kg: 7 }, origin: 'By hand: 0.5 · 6 + 4 = 7' },
    {
      input: { age_months: 72 },
      output: { weight_kg: 25 },
      origin: 'By hand: 3 · 6 + 7 = 25, the first year of the third equation',
    },
    {
      input: { birth_date: '2020-06-15', date: '2026-06-14' },
      output: { weight_kg: 18 },
      origin: 'By hand: the day before the sixth birthday is five completed years, 2 · 5 + 8 = 18',
    },
    {
      input: { birth_date: '2007-03-01', date: '2020-02-29' },
      output: { weight_kg: 43 },
      origin: 'By hand: the day before the thirteenth birthday is twelve completed years, 3 · 12 + 7 = 43',
    },
  ],
  calculate(child) {
    const age = ageOf(child);
    const months = completedMonths(child);
    if (months >= MONTHS_BELOW) {
      throw new OutsideValidity(age.field, 'age_outside', { method: 'apls', min: 0, max: MONTHS_BELOW - 1 });
    }
    const years = Math.floor(months / 12);
    if (years < 1) return { weight_kg: 0.5 * months + 4 };
    return { weight_kg: years < 6 ? 2 * years + 8 : 3 * years + 7 };
  },
  explain: () => ({ warnings: ['child-weight-estimate.emergency'] }),
});

/** The formulas end before the thirteenth birthday. */
const MONTHS_BELOW = 156;
