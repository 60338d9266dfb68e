import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { AGE_PROFILE, ageFields, ageOf, completedMonths } from './child.ts';
import { growthCurves } from './curves.ts';
import { growth } from './family.ts';
import { coleGreen1992, whoMethods2007 } from './sources.ts';
import { implausible, standing, standingOutput } from './standing.ts';
import { restrictedZScore } from './tables/lms.ts';
import { whoAt } from './who.ts';

const classes = classTable({ severely_wasted: Number.NEGATIVE_INFINITY, wasted: -3, normal: -2 });

/** Limits of the circumference in cm, for 6 to 59 months (WHO & UNICEF 2009). */
const malnutrition = classTable({ severe: 0, moderate: 11.5, none: 12.5 });

const MALNUTRITION_FROM = 6;
const MALNUTRITION_BELOW = 60;

/** Mid-upper arm circumference of young children: the quickest sign of acute malnutrition. */
export const armCircumferenceForAge = defineCalculator({
  name: 'arm-circumference-for-age',
  family: growth,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    ...ageFields,
    arm_circumference: field.length({ min: 6, max: 35 }),
  }),
  output: z.object({
    ...standingOutput,
    median_arm_circumference_cm: result.centimetres(),
    category: result.classOf(classes),
    acute_malnutrition: result.classOf(malnutrition).optional(),
  }),
  profile: ['gender', ...AGE_PROFILE, 'arm_circumference'],
  equations: {
    who: {
      formula: 'z = ((circumference / M)^L − 1) / (L·S); beyond ±3 in steps as wide as the last standard deviation',
      sources: [whoMethods2007, coleGreen1992],
    },
  },
  sources: [
    {
      citation:
        'WHO, UNICEF. WHO child growth standards and the identification of severe acute malnutrition in infants and children: a joint statement. Geneva 2009',
    },
  ],
  picture: growthCurves('arm_circumference'),
  examples: [
    {
      input: { gender: 'male', birth_date: '2024-01-01', date: '2024-07-02', arm_circumference: 14.2408 },
      output: { z_score: 0, percentile: 50, category: 'normal', acute_malnutrition: 'none' },
      origin: 'WHO 2007: the median of boys at day 183 is 14.2408 cm',
    },
    {
      input: { gender: 'male', birth_date: '2024-01-01', date: '2024-07-02', arm_circumference: 12.5 },
      output: { z_score: -1.68, category: 'normal', acute_malnutrition: 'none' },
      origin:
        'By hand: L 0.2751, M 14.2408, S 0.07601: ((12.5 / 14.2408)^0.2751 − 1) / (0.2751 · 0.07601) = −0.0352328 / 0.02091035 = −1.6849; 12.5 cm is where moderate malnutrition ends',
    },
    {
      input: { gender: 'female', birth_date: '2025-01-31', date: '2025-07-31', arm_circumference: 11.5 },
      output: { acute_malnutrition: 'moderate' },
      origin:
        'WHO & UNICEF 2009: six calendar months old, 181 days, where the screening begins; 11.5 cm is not yet severe',
    },
    {
      input: { gender: 'female', age_months: 3, arm_circumference: 13.0245 },
      output: { z_score: 0, median_arm_circumference_cm: 13.02 },
      origin: 'WHO 2007: 3 months are day 91, where the table begins; the median of girls is 13.0245 cm',
    },
  ],
  calculate(child) {
    const age = ageOf(child);
    const lms = whoAt({ byDay: 'who-arm-circumference-for-age' }, child.gender, age);
    const found = standing(restrictedZScore(lms, child.arm_circumference));
    const months = completedMonths(child);
    const screened = months >= MALNUTRITION_FROM && months < MALNUTRITION_BELOW;
    return {
      ...found,
      median_arm_circumference_cm: lms.m,
      category: classify(found.z_score, classes),
      ...(screened ? { acute_malnutrition: classify(child.arm_circumference, malnutrition) } : {}),
    };
  },
  explain: (_child, { z_score }) => ({
    warnings: implausible(z_score, { min: -5, max: 5 }),
    notes: ['classes_of_z_score', 'arm-circumference-for-age.screening'],
  }),
});
