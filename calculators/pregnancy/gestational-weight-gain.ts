import { z } from 'zod';
import { quetelet } from '../body/quetelet.ts';
import { classify, classTable, defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { gestationalAgeFields, weeksOf } from './calendar.ts';
import { pregnancy } from './family.ts';

const iom2009 = {
  citation:
    'Institute of Medicine, National Research Council. Weight gain during pregnancy: reexamining the guidelines. National Academies Press, Washington 2009',
  doi: '10.17226/12584',
};

const equations = {
  singleton: {
    formula: 'first trimester 0.5 to 2 kg, then so much a week as the BMI before pregnancy allows',
    sources: [iom2009],
  },
  twins: { formula: 'total gain by the BMI before pregnancy; provisional', sources: [iom2009] },
};

const classes = classTable({ underweight: 0, normal: 18.5, overweight: 25, obesity: 30 });
type Category = (typeof classes)[number]['key'];

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Total gain in kg, and gain a week in the second and third trimester. */
const SINGLETON: Readonly<
  Record<Category, { readonly total: Range; readonly week: Range & { readonly mean: number } }>
> = {
  underweight: { total: { min: 12.5, max: 18 }, week: { mean: 0.51, min: 0.44, max: 0.58 } },
  normal: { total: { min: 11.5, max: 16 }, week: { mean: 0.42, min: 0.35, max: 0.5 } },
  overweight: { total: { min: 7, max: 11.5 }, week: { mean: 0.28, min: 0.23, max: 0.33 } },
  obesity: { total: { min: 5, max: 9 }, week: { mean: 0.22, min: 0.17, max: 0.27 } },
};

/** Gains for twins. The institute had too few data for underweight women. */
const TWINS: Readonly<Record<Exclude<Category, 'underweight'>, Range>> = {
  normal: { min: 17, max: 25 },
  overweight: { min: 14, max: 23 },
  obesity: { min: 11, max: 19 },
};

/** Gain in kg by the end of the first trimester. From then on the weekly rate applies. */
const FIRST_TRIMESTER: Range = { min: 0.5, max: 2 };
const RATE_FROM_WEEK = 13;

const range = () => z.object({ min: result.kilograms(), max: result.kilograms() });

/** Recommended weight gain in pregnancy. */
export const gestationalWeightGain = defineCalculator({
  name: 'gestational-weight-gain',
  family: pregnancy,
  since: 'v1.0.0',
  input: z.object({
    weight: field.weight({ min: 30, max: 300 }),
    height: field.height({ min: 120, max: 220 }),
    ...gestationalAgeFields,
    method: method(equations),
  }),
  output: z.object({
    bmi: result.index({ unit: 'kg/m²' }),
    category: result.classOf(classes),
    total_gain_kg: range(),
    weekly_gain_kg: z.object({ mean: result.kilograms(), min: result.kilograms(), max: result.kilograms() }).optional(),
    gain_by_now_kg: range().optional(),
  }),
  profile: ['weight', 'height', 'gestational_weeks', 'gestational_days'],
  usedBy: {
    gestational_weeks: ['singleton'],
    gestational_days: ['singleton'],
  },
  equations,
  examples: [
    {
      input: { weight: 56.32, height: 160, gestational_weeks: 20 },
      output: {
        bmi: 22,
        category: 'normal',
        total_gain_kg: { min: 11.5, max: 16 },
        weekly_gain_kg: { mean: 0.42, min: 0.35, max: 0.5 },
        gain_by_now_kg: { min: 2.95, max: 5.5 },
      },
      origin: 'IOM 2009; by hand seven weeks into the rate: 0.5 + 7 · 0.35 = 2.95, 2 + 7 · 0.50 = 5.5',
    },
    {
      input: { weight: 64, height: 160 },
      output: { bmi: 25, category: 'overweight', total_gain_kg: { min: 7, max: 11.5 } },
      origin: 'IOM 2009: 64 / 1.6² = 25 exactly, where overweight begins',
    },
    {
      input: { weight: 80, height: 160, method: 'twins' },
      output: { bmi: 31.25, category: 'obesity', total_gain_kg: { min: 11, max: 19 } },
      origin: 'IOM 2009, twins: 80 / 1.6² = 31.25',
    },
  ],
  calculate(mother) {
    const { weight, height, method: used } = mother;
    const weeks = weeksOf(mother);
    const bmi = quetelet(weight, height);
    const category = classify(bmi, classes);
    if (used === 'twins') {
      if (category === 'underweight') throw new OutsideValidity('weight', 'gestational-weight-gain.twins_underweight');
      return { bmi, category, total_gain_kg: TWINS[category] };
    }
    const { total, week } = SINGLETON[category];
    const gainedTo = (first: number, rate: number, now: number) => first + (now - RATE_FROM_WEEK) * rate;
    return {
      bmi,
      category,
      total_gain_kg: total,
      weekly_gain_kg: week,
      ...(weeks === undefined || weeks < RATE_FROM_WEEK
        ? {}
        : {
            gain_by_now_kg: {
              min: gainedTo(FIRST_TRIMESTER.min, week.min, weeks),
              max: gainedTo(FIRST_TRIMESTER.max, week.max, weeks),
            },
          }),
    };
  },
  explain: ({ method: used }) => ({
    notes: [used === 'twins' ? 'gestational-weight-gain.provisional' : 'gestational-weight-gain.first_trimester'],
  }),
});
