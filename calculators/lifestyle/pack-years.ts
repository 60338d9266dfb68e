import { z } from 'zod';
import { classify, classTable, defineCalculator, field, reaches, result } from '../kit/index.ts';
import { lifestyle } from './family.ts';

/** Cigarettes in a pack. */
const PACK = 20;

const classes = classTable({ below_screening_limit: 0, screening_limit_reached: 20 });

/** Ages of lung cancer screening, and the years after quitting that end it (USPSTF 2021). */
const SCREENING = { from: 50, to: 80, yearsSinceQuitting: 15, packYears: 20 };

/** Cumulative smoking. */
export const packYears = defineCalculator({
  name: 'pack-years',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({
    cigarettes: field.quantity({ min: 0, max: 200 }, '1/d'),
    years: field.quantity({ min: 0, max: 100 }, 'years'),
    age: field.age({ min: 18, max: 120 }).optional(),
    years_since_quitting: field.quantity({ min: 0, max: 100 }, 'years').optional(),
  }),
  output: z.object({
    pack_years: result.index(),
    category: result.classOf(classes),
    lung_cancer_screening: result.key(['recommended', 'not_recommended']).optional(),
  }),
  profile: ['cigarettes', 'years', 'age', 'years_since_quitting'],
  equations: {
    packs_by_years: {
      formula: 'pack-years = cigarettes a day / 20 · years',
      sources: [
        {
          citation:
            'US Preventive Services Task Force. Screening for lung cancer: US Preventive Services Task Force recommendation statement. JAMA 2021;325:962-970',
          doi: '10.1001/jama.2021.1117',
        },
      ],
    },
  },
  examples: [
    {
      input: { cigarettes: 15, years: 24 },
      output: { pack_years: 18, category: 'below_screening_limit' },
      origin: 'By hand: 15 / 20 · 24 = 18',
    },
    {
      input: { cigarettes: 20, years: 20, age: 55, years_since_quitting: 15 },
      output: { pack_years: 20, category: 'screening_limit_reached', lung_cancer_screening: 'recommended' },
      origin: 'By hand: 20 / 20 · 20 = 20, the limit; age 50 to 80 and quit 15 years ago or less',
    },
    {
      input: { cigarettes: 25, years: 30, age: 81, years_since_quitting: 0 },
      output: { pack_years: 37.5, lung_cancer_screening: 'not_recommended' },
      origin: 'By hand: 25 / 20 · 30 = 37.5; screening ends at 80',
    },
  ],
  calculate({ cigarettes, years, age, years_since_quitting: quit }) {
    const value = (cigarettes / PACK) * years;
    return {
      pack_years: value,
      category: classify(value, classes),
      ...(age === undefined || quit === undefined ? {} : { lung_cancer_screening: screening(value, age, quit) }),
    };
  },
});

function screening(packYears: number, age: number, yearsSinceQuitting: number): 'recommended' | 'not_recommended' {
  const isRecommended =
    age >= SCREENING.from &&
    age <= SCREENING.to &&
    yearsSinceQuitting <= SCREENING.yearsSinceQuitting &&
    reaches(packYears, SCREENING.packYears);
  return isRecommended ? 'recommended' : 'not_recommended';
}
