import { z } from 'zod';
import { classify, classTable, defineCalculator, field, method, result } from '../kit/index.ts';
import { basalMetabolicRate } from './bmr.ts';
import { bmrEquations } from './bmr-equations.ts';
import { energy } from './family.ts';

const { cunningham_1980, harris_benedict_1919 } = bmrEquations;
const equations = { cunningham_1980, harris_benedict_1919 };

const classes = classTable({ suppressed: 0, not_suppressed: 0.9 });

/** A measured resting metabolic rate divided by the predicted one. */
export const restingMetabolicRateRatio = defineCalculator({
  name: 'resting-metabolic-rate-ratio',
  family: energy,
  since: 'v1.0.0',
  input: z.object({
    measured_rate: field.quantity({ min: 300, max: 6000 }, 'kcal/day', 'kcal'),
    fat_free_mass: field.mass({ min: 10, max: 200 }).optional(),
    body_fat: field.bodyFat().optional(),
    gender: field.gender().optional(),
    age: field.age({ min: 18, max: 100 }).optional(),
    weight: field.weight({ min: 20, max: 400 }).optional(),
    height: field.height({ min: 100, max: 272 }).optional(),
    method: method(equations, { all: true }),
  }),
  output: z.object({
    resting_metabolic_rate_ratio: result.ratio(),
    predicted_rate_kcal: result.kcal(),
    category: result.classOf(classes),
  }),
  profile: ['measured_rate', 'fat_free_mass', 'body_fat', 'gender', 'age', 'weight', 'height'],
  usedBy: {
    fat_free_mass: ['cunningham_1980'],
    body_fat: ['cunningham_1980'],
    gender: ['harris_benedict_1919'],
    age: ['harris_benedict_1919'],
    height: ['harris_benedict_1919'],
  },
  equations,
  sources: [
    {
      citation:
        'De Souza MJ, West SL, Jamal SA, Hawker GA, Gundberg CM, Williams NI. The presence of both an energy deficiency and estrogen deficiency exacerbate alterations of bone metabolism in exercising women. Bone 2008;43:140-148',
      doi: '10.1016/j.bone.2008.03.013',
    },
    {
      citation:
        'Staal S, Sjödin A, Fahrenholtz I, Bonnesen K, Melin AK. Low RMRratio as a surrogate marker for energy deficiency, the choice of predictive equation vital for correctly identifying male and female ballet dancers at risk. Int J Sport Nutr Exerc Metab 2018;28:412-418',
      doi: '10.1123/ijsnem.2017-0327',
    },
  ],
  examples: [
    {
      input: { measured_rate: 1350, fat_free_mass: 50 },
      output: { resting_metabolic_rate_ratio: 0.844, predicted_rate_kcal: 1600, category: 'suppressed' },
      origin: 'By hand: 500 + 22 · 50 = 1600; 1350 / 1600 = 0.84375',
    },
    {
      input: { measured_rate: 1440, fat_free_mass: 50 },
      output: { resting_metabolic_rate_ratio: 0.9, category: 'not_suppressed' },
      origin: 'By hand: 1440 / 1600 = 0.9 exactly, which is not below 0.90',
    },
    {
      input: {
        measured_rate: 1400,
        gender: 'female',
        age: 34,
        weight: 68,
        height: 167,
        method: 'harris_benedict_1919',
      },
      output: { resting_metabolic_rate_ratio: 0.962, predicted_rate_kcal: 1455.32 },
      origin: 'By hand: 655.0955 + 650.3112 + 308.8832 − 158.9704 = 1455.3195; 1400 / 1455.3195 = 0.96199',
    },
  ],
  calculate(person) {
    const predicted = basalMetabolicRate(person.method, person);
    const ratio = person.measured_rate / predicted;
    return {
      resting_metabolic_rate_ratio: ratio,
      predicted_rate_kcal: predicted,
      category: classify(ratio, classes),
    };
  },
  explain: () => ({ notes: ['resting-metabolic-rate-ratio.sign'] }),
});
