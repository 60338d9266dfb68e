import { z } from 'zod';
import { classify, classTable, defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { body } from './family.ts';

const keys = {
  citation:
    'Keys A, Fidanza F, Karvonen MJ, Kimura N, Taylor HL. Indices of relative weight and obesity. J Chronic Dis 1972;25:329-343',
  doi: '10.1016/0021-9681(72)90027-6',
};
const who2000 = {
  citation: 'WHO. Obesity: preventing and managing the global epidemic. WHO Technical Report Series 894, Geneva 2000',
};
const who2004 = {
  citation:
    'WHO Expert Consultation. Appropriate body-mass index for Asian populations and its implications for policy and intervention strategies. Lancet 2004;363:157-163',
  doi: '10.1016/S0140-6736(03)15268-3',
};

const equations = {
  who: { formula: 'BMI = weight [kg] / height² [m²]', sources: [keys, who2000] },
  asian: { formula: 'BMI = weight [kg] / height² [m²]', sources: [keys, who2004] },
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
};

/** Highest BMI of the healthy range as it is printed: one decimal below the next class. */
const HEALTHY_TO = { who: 24.9, asian: 22.9 };
const HEALTHY_FROM = 18.5;

/** BMI 25, where the WHO class overweight begins, is BMI prime 1. */
const PRIME = 25;

const ADULT_FROM = 20;

/** Body mass index of adults (Quetelet index) with WHO classes, or the action points for Asian populations. */
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
    bmi: result.index(),
    bmi_prime: result.ratio(),
    category: result.classOf(classes.who, classes.asian),
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
  ],
  calculate({ weight, height, age, method }) {
    if (age !== undefined && age < ADULT_FROM) {
      throw new OutsideValidity('age', 'bmi.adults_only', { calculator: 'bmi-for-age' });
    }
    const squareMetres = (height / 100) ** 2;
    const value = weight / squareMetres;
    return {
      bmi: value,
      bmi_prime: value / PRIME,
      category: classify<(typeof classes)['who' | 'asian'][number]['key']>(value, classes[method]),
      healthy_weight_kg: { min: HEALTHY_FROM * squareMetres, max: HEALTHY_TO[method] * squareMetres },
    };
  },
  explain: ({ method }) => ({ classes: { category: classes[method] }, notes: ['bmi.limits'] }),
});
