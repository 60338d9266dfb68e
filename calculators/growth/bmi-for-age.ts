import { z } from 'zod';
import {
  above,
  classify,
  classTable,
  defineCalculator,
  field,
  given,
  method,
  OutsideValidity,
  reaches,
  result,
} from '../kit/index.ts';
import { type BmiStanding, cdcBmi } from './cdc-bmi.ts';
import { AGE_PROFILE, ageFields, ageOf, asMeasuredByWho, position, requireMonths } from './child.ts';
import { growthCurves } from './curves.ts';
import { growth } from './family.ts';
import { cdc2000, coleGreen1992, hales2022, wei2020, who2006, who2007 } from './sources.ts';
import { implausible, standing, standingOutput } from './standing.ts';
import { tableOf } from './tables/index.ts';
import { restrictedZScore } from './tables/lms.ts';
import { isSchoolAge, whoAt } from './who.ts';

const equations = {
  who: {
    formula: 'z = ((BMI / M)^L − 1) / (L·S); beyond ±3 in steps as wide as the last standard deviation',
    sources: [who2006, who2007, coleGreen1992],
  },
  cdc: {
    formula:
      'z = ((BMI / M)^L − 1) / (L·S); above the 95th percentile P95: percentile = 90 + 10·Φ((BMI − P95) / σ), σ boys 0.3728 + 0.5196·y − 0.0091·y², girls 0.8334 + 0.3712·y − 0.0011·y², y in years',
    sources: [cdc2000, wei2020, hales2022],
  },
};

const classes = {
  preschool: classTable({
    severely_wasted: Number.NEGATIVE_INFINITY,
    wasted: -3,
    normal: -2,
    risk_of_overweight: above(1),
    overweight: above(2),
    obesity: above(3),
  }),
  school: classTable({
    severe_thinness: Number.NEGATIVE_INFINITY,
    thinness: -3,
    normal: -2,
    overweight: above(1),
    obesity: above(2),
  }),
  /** CDC's classes are bounded by the percentile, WHO's by the z-score. */
  cdc: classTable({ underweight: 0, healthy_weight: 5, overweight: 85, obesity: 95 }),
};

/** Months of age in CDC's chart. */
const CDC_FROM = 24;
const CDC_TO = 240.5;

/** The last month of the WHO Reference. */
const WHO_TO = 228;

const input = z.object({
  gender: field.gender(),
  ...ageFields,
  weight: field.unless('bmi', field.weight({ min: 0.5, max: 300 })),
  height: field.unless('bmi', field.height({ min: 35, max: 230 })),
  bmi: field.quantity({ min: 5, max: 120 }, 'kg/m²').optional(),
  position: position().optional(),
  method: method(equations, { all: true }),
});

type Child = z.output<typeof input>;

const curvesOfWeight = growthCurves('weight', 'bmi');
const curvesOfBmi = growthCurves('bmi');

/** Body mass index of children, against the references of WHO and CDC. */
export const bmiForAge = defineCalculator({
  name: 'bmi-for-age',
  family: growth,
  since: 'v1.0.0',
  input,
  output: z.object({
    bmi: result.index({ unit: 'kg/m²' }),
    ...standingOutput,
    category: result.classOf(classes.preschool, classes.school, classes.cdc),
    obesity_class: result.key(['class_1', 'class_2', 'class_3']).optional(),
    percent_of_95th_percentile: result.percent().optional(),
  }),
  profile: ['gender', ...AGE_PROFILE, 'weight', 'height', 'bmi', 'position'],
  equations,
  picture: (child) => (child.input.bmi === undefined ? curvesOfWeight : curvesOfBmi)(child),
  examples: [
    {
      input: { gender: 'female', age_months: 140, weight: 47.25, height: 150 },
      output: { bmi: 21, z_score: 1.15, category: 'overweight' },
      origin: 'BMI 47.25 / 1.5² = 21; WHO 2007 at 140 months, independent calculation: z = 1.1543',
    },
    {
      input: { gender: 'male', age_months: 120.5, weight: 30.4, height: 126.491_106, method: 'cdc' },
      output: { bmi: 19, z_score: 0.92, percentile: 82.18, category: 'healthy_weight' },
      origin: 'BMI 30.4 / 1.6 = 19; CDC 2000 at 120.5 months, independent calculation: z = 0.9222',
    },
    {
      input: { gender: 'female', age_months: 150.5, weight: 82.5, height: 158.113_883, method: 'cdc' },
      output: { bmi: 33, z_score: 2.38, percentile: 99.13, category: 'obesity', obesity_class: 'class_2' },
      origin: 'BMI 82.5 / 2.5 = 33; CDC with the extension of 2022, independent calculation: percentile 99.1346',
    },
    {
      input: { gender: 'male', age_months: 120, weight: 41.94383332336291, height: 140 },
      output: { z_score: 2, percentile: 97.72, category: 'overweight' },
      origin:
        'By hand at 120 months: M 16.4433 · (1 − 1.7407 · 0.10566 · 2)^(−1 / 1.7407) = 21.399915, which is not yet obesity; · 1.4²',
    },
    {
      input: { gender: 'female', age_months: 140, bmi: 21 },
      output: { bmi: 21, z_score: 1.15, category: 'overweight' },
      origin: 'WHO 2007 at 140 months, independent calculation: z = 1.1543; the BMI of 47.25 kg at 150 cm',
    },
  ],
  calculate(child) {
    const { gender, position: measured } = child;
    const age = ageOf(child);
    if (child.method === 'cdc') {
      requireMonths(age, 'cdc', CDC_FROM, CDC_TO);
      if (measured === 'lying') throw new OutsideValidity('position', 'standing_only');
      const bmi = bmiOf(child, (height) => height);
      const found = cdcBmi(tableOf('cdc-bmi-for-age', gender).at(age.months), bmi, gender, age.months / 12);
      return { ...found, category: classify(found.percentile, classes.cdc), ...gradeOf(found) };
    }
    const lms = whoAt(
      { byDay: 'who-bmi-for-age', byMonth: { table: 'who-2007-bmi-for-age', lastMonth: WHO_TO } },
      gender,
      age,
    );
    const bmi = bmiOf(child, (height) => asMeasuredByWho(height, age, measured));
    const zScore = restrictedZScore(lms, bmi);
    const table = isSchoolAge(age) ? classes.school : classes.preschool;
    return { bmi, ...standing(zScore), category: classify(zScore, table) };
  },
  explain(child, { z_score }) {
    const ofWho = isSchoolAge(ageOf(child)) ? classes.school : classes.preschool;
    return {
      classes: { category: child.method === 'cdc' ? classes.cdc : ofWho },
      warnings: implausible(z_score, { min: -5, max: 5 }),
      notes: [child.method === 'cdc' ? 'classes_of_percentile' : 'classes_of_z_score', 'oedema'],
    };
  },
});

/**
 * The BMI of a child, as given or by weight and height.
 *
 * @param converted the height in the form of the reference
 * @throws InputRefused if neither is known; OutsideValidity if the BMI is given together with a measure of the height
 */
function bmiOf(child: Child, converted: (height: number) => number): number {
  if (child.bmi === undefined) {
    const { weight, height } = given(child, ['weight', 'height'], child.method);
    return weight / (converted(height) / 100) ** 2;
  }
  if (child.weight !== undefined || child.height !== undefined) {
    throw new OutsideValidity('bmi', 'bmi-for-age.given_twice');
  }
  if (child.position !== undefined) throw new OutsideValidity('position', 'bmi-for-age.position_of_height');
  return child.bmi;
}

/** Obesity is graded by the BMI in percent of the 95th percentile, or by the BMI itself (AAP 2023). */
function gradeOf({ bmi, percentile, percent_of_95th_percentile: share }: BmiStanding) {
  if (!reaches(percentile, 95)) return {};
  if (reaches(share, 140) || reaches(bmi, 40)) return { obesity_class: 'class_3' as const };
  return { obesity_class: reaches(share, 120) || reaches(bmi, 35) ? ('class_2' as const) : ('class_1' as const) };
}
