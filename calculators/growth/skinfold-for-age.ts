import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { AGE_PROFILE, ageFields, ageOf } from './child.ts';
import { growthCurves } from './curves.ts';
import { growth } from './family.ts';
import { coleGreen1992, whoMethods2007 } from './sources.ts';
import { implausible, standing, standingOutput } from './standing.ts';
import { restrictedZScore } from './tables/lms.ts';
import { whoAt } from './who.ts';

const formula = 'z = ((skinfold / M)^L − 1) / (L·S); beyond ±3 in steps as wide as the last standard deviation';

/** The site of the skinfold. Each site has its own table. */
const equations = {
  triceps: { formula, sources: [whoMethods2007, coleGreen1992] },
  subscapular: { formula, sources: [whoMethods2007, coleGreen1992] },
};

/** Fat under the skin of young children for their age. */
export const skinfoldForAge = defineCalculator({
  name: 'skinfold-for-age',
  family: growth,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    ...ageFields,
    skinfold: field.quantity({ min: 2, max: 40 }, 'mm', 'mm'),
    method: method(equations),
  }),
  output: z.object({ ...standingOutput, median_skinfold_mm: result.rounded(2) }),
  profile: ['gender', ...AGE_PROFILE, 'skinfold'],
  equations,
  picture: growthCurves('skinfold'),
  examples: [
    {
      input: { gender: 'male', age_months: 60, skinfold: 7.5707 },
      output: { z_score: 0, percentile: 50, median_skinfold_mm: 7.57 },
      origin: 'WHO 2007: 60 months are day 1826, where the table ends; the median of the triceps of boys is 7.5707 mm',
    },
    {
      input: { gender: 'female', age_months: 3, skinfold: 7.7874, method: 'subscapular' },
      output: { z_score: 0, percentile: 50, median_skinfold_mm: 7.79 },
      origin: 'WHO 2007: the median below the shoulder blade of girls at day 91 is 7.7874 mm',
    },
    {
      input: { gender: 'male', birth_date: '2024-01-01', date: '2024-07-02', skinfold: 12 },
      output: { z_score: 1.46 },
      origin:
        'By hand: L −0.0468, M 9.1702, S 0.18309: ((12 / 9.1702)^−0.0468 − 1) / (−0.0468 · 0.18309) = −0.0125088 / −0.0085686 = 1.4598',
    },
  ],
  calculate(child) {
    const lms = whoAt({ byDay: `who-${child.method}-skinfold-for-age` }, child.gender, ageOf(child));
    return { ...standing(restrictedZScore(lms, child.skinfold)), median_skinfold_mm: lms.m };
  },
  explain: (_child, { z_score }) => ({ warnings: implausible(z_score, { min: -5, max: 5 }) }),
});
