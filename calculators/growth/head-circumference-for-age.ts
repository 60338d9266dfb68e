import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, method, result } from '../kit/index.ts';
import { AGE_PROFILE, ageFields, ageOf, requireMonths } from './child.ts';
import { growthCurves } from './curves.ts';
import { growth } from './family.ts';
import { cdc2000, coleGreen1992, whoMethods2007 } from './sources.ts';
import { implausible, standing, standingOutput } from './standing.ts';
import { tableOf } from './tables/index.ts';
import { zScore } from './tables/lms.ts';
import { whoAt } from './who.ts';

const equations = {
  who: { formula: 'z = (circumference / M − 1) / S', sources: [whoMethods2007, coleGreen1992] },
  cdc: { formula: 'z = ((circumference / M)^L − 1) / (L·S)', sources: [cdc2000, coleGreen1992] },
};

const classes = {
  who: classTable({
    very_small: Number.NEGATIVE_INFINITY,
    small: -3,
    normal: -2,
    large: above(2),
    very_large: above(3),
  }),
  /** Classes of the percentile. */
  cdc: classTable({ small: 0, normal: 5, large: above(95) }),
};

const input = z.object({
  gender: field.gender(),
  ...ageFields,
  head_circumference: field.length({ min: 20, max: 65 }),
  method: method(equations, { all: true }),
});

/** Head circumference of infants and young children for their age. */
export const headCircumferenceForAge = defineCalculator({
  name: 'head-circumference-for-age',
  family: growth,
  since: 'v1.0.0',
  input,
  output: z.object({
    ...standingOutput,
    median_head_circumference_cm: result.centimetres(),
    category: result.classOf(classes.who, classes.cdc),
  }),
  profile: ['gender', ...AGE_PROFILE, 'head_circumference'],
  equations,
  picture: growthCurves('head_circumference'),
  examples: [
    {
      input: { gender: 'male', age_months: 0, head_circumference: 34.4618 },
      output: { z_score: 0, percentile: 50, median_head_circumference_cm: 34.46, category: 'normal' },
      origin: 'WHO 2007: the median of newborn boys is 34.4618 cm',
    },
    {
      input: { gender: 'female', age_months: 0, head_circumference: 31.509_901_296 },
      output: { z_score: -2, percentile: 2.28, category: 'normal' },
      origin: 'By hand: 33.8787 · (1 − 2 · 0.03496) = 31.509901296, where a small head ends',
    },
    {
      input: { gender: 'male', age_months: 0, head_circumference: 35.813_668_35, method: 'cdc' },
      output: { z_score: 0, percentile: 50, category: 'normal' },
      origin: 'CDC 2000: the median of newborn boys',
    },
  ],
  calculate(child) {
    const { gender, head_circumference } = child;
    const age = ageOf(child);
    if (child.method === 'cdc') {
      requireMonths(age, 'cdc', 0, CDC_TO);
      const lms = tableOf('cdc-head-circumference-for-age', gender).at(age.months);
      const found = standing(zScore(lms, head_circumference));
      return { ...found, median_head_circumference_cm: lms.m, category: classify(found.percentile, classes.cdc) };
    }
    const lms = whoAt({ byDay: 'who-head-circumference-for-age' }, gender, age);
    const found = standing(zScore(lms, head_circumference));
    return { ...found, median_head_circumference_cm: lms.m, category: classify(found.z_score, classes.who) };
  },
  explain: ({ method: used }, { z_score }) => ({
    classes: { category: classes[used] },
    warnings: implausible(z_score, { min: -5, max: 5 }),
    notes: [used === 'cdc' ? 'classes_of_percentile' : 'classes_of_z_score'],
  }),
});

const CDC_TO = 36;
