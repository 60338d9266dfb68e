import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { body } from './family.ts';
import { HEALTHY_BMI, quetelet, weightRange } from './quetelet.ts';
import { keys1972, who2000 } from './sources.ts';

const who2004 = {
  citation:
    'WHO Expert Consultation. Appropriate body-mass index for Asian populations and its implications for policy and intervention strategies. Lancet 2004;363:157-163',
  doi: '10.1016/S0140-6736(03)15268-3',
};
const lipschitz = {
  citation: 'Lipschitz DA. Screening for nutritional status in the elderly. Prim Care 1994;21:55-67',
};

const equations = {
  who: { formula: 'BMI = weight [kg] / height² [m²]', sources: [keys1972, who2000] },
  asian: { formula: 'BMI = weight [kg] / height² [m²]', sources: [keys1972, who2004] },
  older_adults: {
    formula: 'BMI = weight [kg] / height² [m²]',
    sources: [keys1972, lipschitz],
    synonyms: ['geriatric'],
  },
};

const classes = {
  who: classTable({
    severe_thinness: 0,
    moderate_thinness: 16,
    mild_thinness: 17,
    normal: 18.5,
    overweight: 25,
    obesity_class_1: 30,
    obesity_class_2: 35,
    obesity_class_3: 40,
  }),
  asian: classTable({ underweight: 0, acceptable_risk: 18.5, increased_risk: 23, high_risk: 27.5 }),
  older_adults: classTable({ underweight: 0, normal: 22, overweight: above(27) }),
};

/** The healthy range of BMI as WHO prints it: its upper end is one decimal below the next class. */
const HEALTHY = { who: HEALTHY_BMI, asian: { min: 18.5, max: 22.9 }, older_adults: { min: 22, max: 27 } };

/** BMI 25, where the WHO class overweight begins, is BMI prime 1. */
const PRIME = 25;

const ADULT_FROM = 20;
const OLDER_FROM = 60;

/**
 * Body mass index of adults (Quetelet index) with the WHO classes, the action points for Asian populations, or the
 * classes for old age.
 */
export const bmi = defineCalculator({
  name: 'bmi',
  family: body,
  since: 'classic',
  input: z.object({
    weight: field.weight(),
    height: field.height(),
    age: field.age({ min: 0, max: 120 }).optional(),
    method: method(equations),
  }),
  output: z.object({
    bmi: result.index({ unit: 'kg/m²' }),
    bmi_prime: result.ratio(),
    category: result.classOf(classes.who, classes.asian, classes.older_adults),
    healthy_weight_kg: z.object({ min: result.kilograms(), max: result.kilograms() }),
  }),
  profile: ['weight', 'height'],
  equations,
  examples: [
    {
      input: { weight: 65, height: 168 },
      output: { bmi: 23.03, bmi_prime: 0.921, category: 'normal', healthy_weight_kg: { min: 52.21, max: 70.28 } },
      origin: 'By hand: 65 / 1.68² = 23.0300; 18.5 · 2.8224 = 52.214; 24.9 · 2.8224 = 70.278',
    },
    {
      input: { weight: 102, height: 191 },
      output: { bmi: 27.96, category: 'overweight' },
      origin: 'By hand: 102 / 1.91² = 102 / 3.6481 = 27.9598',
    },
    {
      input: { weight: 100, height: 200 },
      output: { bmi: 25, bmi_prime: 1, category: 'overweight' },
      origin: 'By hand: 100 / 2² = 25 exactly, the lower limit of overweight',
    },
    {
      input: { weight: 92, height: 200, method: 'asian' },
      output: { bmi: 23, category: 'increased_risk', healthy_weight_kg: { min: 74, max: 91.6 } },
      origin: 'By hand: 92 / 2² = 23 exactly, the first action point; 18.5 · 4 = 74; 22.9 · 4 = 91.6',
    },
    {
      input: { weight: 108, height: 200, age: 72, method: 'older_adults' },
      output: { bmi: 27, category: 'normal', healthy_weight_kg: { min: 88, max: 108 } },
      origin: 'By hand: 108 / 2² = 27 exactly, which is not yet more than 27; 22 · 4 = 88; 27 · 4 = 108',
    },
  ],
  calculate({ weight, height, age, method }) {
    if (age !== undefined && age < ADULT_FROM) {
      throw new OutsideValidity('age', 'bmi.adults_only', { calculator: 'bmi-for-age' });
    }
    if (method === 'older_adults' && age !== undefined && age < OLDER_FROM) {
      throw new OutsideValidity('age', 'bmi.older_adults_only', { min: OLDER_FROM });
    }
    const value = quetelet(weight, height);
    return {
      bmi: value,
      bmi_prime: value / PRIME,
      category: classify(value, classes[method]),
      healthy_weight_kg: weightRange(height, HEALTHY[method]),
    };
  },
  explain: ({ method }) => ({ classes: { category: classes[method] }, notes: ['bmi.limits'] }),
});
