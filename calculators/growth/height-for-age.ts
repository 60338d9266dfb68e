import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, method, result } from '../kit/index.ts';
import { AGE_PROFILE, ageFields, ageOf, asMeasuredByWho, position, requireMonths } from './child.ts';
import { growthCurves } from './curves.ts';
import { growth } from './family.ts';
import { cdc2000, coleGreen1992, who2006, who2007 } from './sources.ts';
import { implausible, standing, standingOutput } from './standing.ts';
import { tableOf } from './tables/index.ts';
import { type Lms, zScore } from './tables/lms.ts';
import { whoAt } from './who.ts';

const equations = {
  who: {
    formula: 'z = (height / M − 1) / S; length up to two years, height afterwards (0.7 cm less)',
    sources: [who2006, who2007, coleGreen1992],
  },
  cdc: { formula: 'z = ((height / M)^L − 1) / (L·S)', sources: [cdc2000, coleGreen1992] },
};

const classes = {
  who: classTable({
    severely_stunted: Number.NEGATIVE_INFINITY,
    stunted: -3,
    normal: -2,
    very_tall: above(3),
  }),
  /** Classes of the percentile. */
  cdc: classTable({ short: 0, normal: 5, tall: above(95) }),
};

const input = z.object({
  gender: field.gender(),
  ...ageFields,
  height: field.height({ min: 35, max: 230 }),
  position: position().optional(),
  method: method(equations, { all: true }),
});

/** Length or height of children for their age. */
export const heightForAge = defineCalculator({
  name: 'height-for-age',
  family: growth,
  since: 'v1.0.0',
  input,
  output: z.object({
    ...standingOutput,
    median_height_cm: result.centimetres(),
    category: result.classOf(classes.who, classes.cdc),
  }),
  profile: ['gender', ...AGE_PROFILE, 'height', 'position'],
  equations,
  picture: growthCurves('height'),
  examples: [
    {
      input: { gender: 'male', birth_date: '2024-01-01', date: '2025-02-04', height: 74, position: 'lying' },
      output: { z_score: -1.27, category: 'normal' },
      origin: 'Day 400 of WHO 2006, independent calculation: z = −1.2662',
    },
    {
      input: { gender: 'male', age_months: 140, height: 145 },
      output: { z_score: -0.29, category: 'normal' },
      origin: 'WHO 2007 at 140 months, independent calculation: z = −0.2860',
    },
    {
      input: { gender: 'female', age_months: 60.6, height: 99.869_970_561_12 },
      output: { z_score: -2, percentile: 2.28, category: 'normal' },
      origin: 'By hand at 60.6 months: M 109.38996, S 0.043514; M · (1 − 2·S) = 99.86997056112, where stunting ends',
    },
  ],
  calculate(child) {
    const { gender, height, position: measured } = child;
    const age = ageOf(child);
    if (child.method === 'cdc') {
      requireMonths(age, 'cdc', 0, CDC_TO);
      const lying = measured === 'lying' || age.months < CDC_STANDING_FROM;
      if (lying) requireMonths(age, 'cdc', 0, CDC_LYING_TO);
      const lms = tableOf(lying ? 'cdc-infant-length-for-age' : 'cdc-stature-for-age', gender).at(age.months);
      const found = standing(zScore(lms, height));
      return { ...found, median_height_cm: lms.m, category: classify(found.percentile, classes.cdc) };
    }
    const lms: Lms = whoAt(
      { byDay: 'who-height-for-age', byMonth: { table: 'who-2007-height-for-age', lastMonth: WHO_TO } },
      gender,
      age,
    );
    const found = standing(zScore(lms, asMeasuredByWho(height, age, measured)));
    return { ...found, median_height_cm: lms.m, category: classify(found.z_score, classes.who) };
  },
  explain: ({ method: used }, { z_score }) => ({
    classes: { category: classes[used] },
    warnings: implausible(z_score, { min: -6, max: 6 }),
    notes: [used === 'cdc' ? 'classes_of_percentile' : 'classes_of_z_score'],
  }),
});

const WHO_TO = 228;
const CDC_TO = 240;

/** CDC charts length from birth and stature from two years. A child may be measured lying up to 35.5 months. */
const CDC_STANDING_FROM = 24;
const CDC_LYING_TO = 35.5;
