import { z } from 'zod';
import { cumulative } from '../growth/normal-distribution.ts';
import {
  above,
  classify,
  classTable,
  defineCalculator,
  field,
  given,
  method,
  OutsideValidity,
  result,
} from '../kit/index.ts';
import { gestationalAgeFields, weeksOf } from './calendar.ts';
import { pregnancy } from './family.ts';

const hadlock1985 = {
  citation:
    'Hadlock FP, Harrist RB, Sharman RS, Deter RL, Park SK. Estimation of fetal weight with the use of head, body, and femur measurements: a prospective study. Am J Obstet Gynecol 1985;151:333-337',
  doi: '10.1016/0002-9378(85)90298-4',
};
const hadlock1991 = {
  citation:
    'Hadlock FP, Harrist RB, Martinez-Poyer J. In utero analysis of fetal growth: a sonographic weight standard. Radiology 1991;181:129-133',
};

const equations = {
  hadlock_4: {
    formula: 'lg grams = 1.3596 − 0.00386·AC·FL + 0.0064·HC + 0.00061·BPD·AC + 0.0424·AC + 0.174·FL, all in cm',
    sources: [hadlock1985],
  },
  hadlock_3: {
    formula: 'lg grams = 1.326 − 0.00326·AC·FL + 0.0107·HC + 0.0438·AC + 0.158·FL, all in cm',
    sources: [hadlock1985],
  },
};

/** Classes of the percentile. */
const sizes = classTable({ small: 0, appropriate: 10, large: above(90) });

/** Weeks that the weight standard covers, and its standard deviation as a share of the mean. */
const STANDARD = { from: 10, to: 40, deviation: 0.127 };

const input = z.object({
  biparietal_diameter: field.length({ min: 1.5, max: 12 }).optional(),
  head_circumference: field.length({ min: 5, max: 42 }),
  abdominal_circumference: field.length({ min: 4, max: 45 }),
  femur_length: field.length({ min: 0.5, max: 9 }),
  ...gestationalAgeFields,
  // The default equation depends on the measurements that are given.
  method: method(equations, { all: true }).unwrap().optional(),
});

type Scan = z.output<typeof input>;

/** Fetal weight from measurements by ultrasound. */
export const fetalWeight = defineCalculator({
  name: 'fetal-weight',
  family: pregnancy,
  since: 'v1.0.0',
  input,
  output: z.object({
    fetal_weight_g: result.rounded(2),
    mean_weight_g: result.rounded(2).optional(),
    percentile: result.percent().optional(),
    category: result.withLabelsOf('size', result.classOf(sizes)).optional(),
    size: result.classOf(sizes).optional(),
  }),
  profile: [
    'biparietal_diameter',
    'head_circumference',
    'abdominal_circumference',
    'femur_length',
    'gestational_weeks',
    'gestational_days',
  ],
  usedBy: {
    biparietal_diameter: ['hadlock_4'],
  },
  equations,
  sources: [hadlock1991],
  examples: [
    {
      input: {
        biparietal_diameter: 8.2,
        head_circumference: 29.8,
        abdominal_circumference: 28.5,
        femur_length: 6.2,
        gestational_weeks: 32,
      },
      output: { fetal_weight_g: 1986.16, mean_weight_g: 1952.84, size: 'appropriate' },
      origin: 'By hand: lg grams = 1.3596 − 0.682062 + 0.19072 + 0.142557 + 1.2084 + 1.0788 = 3.298015',
    },
    {
      input: {
        head_circumference: 29.8,
        abdominal_circumference: 28.5,
        femur_length: 6.2,
      },
      output: { fetal_weight_g: 1980.24 },
      origin: 'By hand: lg grams = 1.326 − 0.576042 + 0.31886 + 1.2483 + 0.9796 = 3.296718',
    },
    {
      input: {
        biparietal_diameter: 9.3,
        head_circumference: 33.5,
        abdominal_circumference: 34,
        femur_length: 7.3,
      },
      output: { fetal_weight_g: 3316.12 },
      origin: 'By hand: lg grams = 1.3596 − 0.958052 + 0.2144 + 0.192882 + 1.4416 + 1.2702 = 3.52063',
    },
    {
      input: {
        head_circumference: 30,
        abdominal_circumference: 30.92910132763326,
        femur_length: 6.2,
        gestational_weeks: 32,
        method: 'hadlock_3',
      },
      output: { fetal_weight_g: 2270.68, percentile: 90, size: 'appropriate' },
      origin: 'Solved by hand for the 90th percentile, 1952.84 · (1 + 1.281552 · 0.127) g, which is not yet large',
    },
    {
      input: {
        biparietal_diameter: 9.3,
        head_circumference: 33.5,
        abdominal_circumference: 34,
        femur_length: 7.3,
        gestational_weeks: 41,
        gestational_days: 2,
      },
      output: { fetal_weight_g: 3316.12 },
      origin: 'By hand, as without a week: the weight standard ends at 40 weeks, so there is no percentile',
    },
  ],
  calculate(scan) {
    const weight = 10 ** LOG_GRAMS[chosen(scan)](scan);
    const weeks = weeksOf(scan);
    if (weeks === undefined || weeks > STANDARD.to) return { fetal_weight_g: weight };
    if (weeks < STANDARD.from) {
      throw new OutsideValidity('gestational_weeks', 'fetal-weight.weeks', { min: STANDARD.from, max: STANDARD.to });
    }
    const mean = Math.exp(0.578 + 0.332 * weeks - 0.003_54 * weeks ** 2);
    const percentile = 100 * cumulative((weight / mean - 1) / STANDARD.deviation);
    const category = classify(percentile, sizes);
    return { fetal_weight_g: weight, mean_weight_g: mean, percentile, category, size: category };
  },
  explain: (scan) => ({
    equation: chosen(scan),
    notes: [
      'fetal-weight.error',
      ...((weeksOf(scan) ?? 0) > STANDARD.to ? [['fetal-weight.after_standard', { max: STANDARD.to }] as const] : []),
    ],
  }),
});

const chosen = ({ method: named, biparietal_diameter }: Scan) =>
  named ?? (biparietal_diameter === undefined ? 'hadlock_3' : 'hadlock_4');

const LOG_GRAMS: Readonly<Record<keyof typeof equations, (scan: Scan) => number>> = {
  hadlock_4(scan) {
    const { biparietal_diameter: bpd } = given(scan, ['biparietal_diameter'], 'hadlock_4');
    const { head_circumference: hc, abdominal_circumference: ac, femur_length: fl } = scan;
    return 1.3596 - 0.003_86 * ac * fl + 0.0064 * hc + 0.000_61 * bpd * ac + 0.0424 * ac + 0.174 * fl;
  },
  hadlock_3: ({ head_circumference: hc, abdominal_circumference: ac, femur_length: fl }) =>
    1.326 - 0.003_26 * ac * fl + 0.0107 * hc + 0.0438 * ac + 0.158 * fl,
};
