import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, method, result } from '../kit/index.ts';
import { AGE_PROFILE, ageFields, ageOf, requireMonths } from './child.ts';
import { growthCurves } from './curves.ts';
import { growth } from './family.ts';
import { cdc2000, coleGreen1992, who2006, who2007 } from './sources.ts';
import { implausible, standing, standingOutput } from './standing.ts';
import { tableOf } from './tables/index.ts';
import { restrictedZScore, zScore } from './tables/lms.ts';
import { whoAt } from './who.ts';

const equations = {
  who: {
    formula: 'z = ((weight / M)^L − 1) / (L·S); beyond ±3 in steps as wide as the last standard deviation',
    sources: [who2006, who2007, coleGreen1992],
  },
  cdc: { formula: 'z = ((weight / M)^L − 1) / (L·S)', sources: [cdc2000, coleGreen1992] },
};

const classes = {
  who: classTable({
    severely_underweight: Number.NEGATIVE_INFINITY,
    underweight: -3,
    normal: -2,
    high: above(1),
  }),
  /** Classes of the percentile. */
  cdc: classTable({ low: 0, normal: 5, high: above(95) }),
};

const input = z.object({
  gender: field.gender(),
  ...ageFields,
  weight: field.weight({ min: 0.5, max: 300 }),
  method: method(equations, { all: true }),
});

/**
 * Weight of children for their age; WHO's reference ends at ten years, because weight alone then no longer separates
 * fat from growth.
 */
export const weightForAge = defineCalculator({
  name: 'weight-for-age',
  family: growth,
  since: 'v1.0.0',
  input,
  output: z.object({
    ...standingOutput,
    median_weight_kg: result.kilograms(),
    category: result.classOf(classes.who, classes.cdc),
  }),
  profile: ['gender', ...AGE_PROFILE, 'weight'],
  equations,
  picture: growthCurves('weight'),
  examples: [
    {
      input: { gender: 'female', birth_date: '2024-01-01', date: '2025-02-04', weight: 9 },
      output: { z_score: -0.18, category: 'normal' },
      origin: 'Day 400 of WHO 2006, independent calculation: z = −0.1801',
    },
    {
      input: { gender: 'male', age_months: 0, weight: 3.3464 },
      output: { z_score: 0, percentile: 50, median_weight_kg: 3.35, category: 'normal' },
      origin: 'WHO 2006: the median of newborn boys is 3.3464 kg',
    },
    {
      input: { gender: 'male', age_months: 24, weight: 12.670_763_3, method: 'cdc' },
      output: { z_score: 0, percentile: 50, median_weight_kg: 12.67, category: 'normal' },
      origin: 'CDC 2000: the median of boys at 24 months is 12.6707633 kg',
    },
    {
      input: { gender: 'female', age_months: 0, weight: 2.394671698001 },
      output: { z_score: -2, percentile: 2.28, category: 'normal' },
      origin: 'By hand: 3.2322 · (1 − 2 · 0.3809 · 0.14171)^(1 / 0.3809), where underweight ends',
    },
  ],
  calculate(child) {
    const { gender, weight } = child;
    const age = ageOf(child);
    if (child.method === 'cdc') {
      requireMonths(age, 'cdc', 0, CDC_TO);
      const chart = age.months < CDC_CHILD_FROM ? 'cdc-infant-weight-for-age' : 'cdc-weight-for-age';
      const lms = tableOf(chart, gender).at(age.months);
      const found = standing(zScore(lms, weight));
      return { ...found, median_weight_kg: lms.m, category: classify(found.percentile, classes.cdc) };
    }
    const lms = whoAt(
      { byDay: 'who-weight-for-age', byMonth: { table: 'who-2007-weight-for-age', lastMonth: WHO_TO } },
      gender,
      age,
    );
    const found = standing(restrictedZScore(lms, weight));
    return { ...found, median_weight_kg: lms.m, category: classify(found.z_score, classes.who) };
  },
  explain: ({ method: used }, { z_score }) => ({
    classes: { category: classes[used] },
    warnings: implausible(z_score, { min: -6, max: 5 }),
    notes: [used === 'cdc' ? 'classes_of_percentile' : 'classes_of_z_score', 'weight-for-age.by_height', 'oedema'],
  }),
});

const WHO_TO = 120;
const CDC_TO = 240;

/** The chart for 2 to 20 years begins here. The chart from birth would reach 36 months. */
const CDC_CHILD_FROM = 24;
