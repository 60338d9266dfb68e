import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { body } from './family.ts';
import { squareMetres } from './quetelet.ts';
import { keys1972, who2000 } from './sources.ts';

/** The weight that has a given body mass index at a height: the inverse of `bmi`. */
export const weightForBmi = defineCalculator({
  name: 'weight-for-bmi',
  family: body,
  since: 'v1.0.0',
  input: z.object({ height: field.height(), bmi: field.quantity({ min: 10, max: 80 }, 'kg/m²') }),
  output: z.object({ weight_kg: result.kilograms() }),
  profile: ['height', 'bmi'],
  equations: {
    quetelet_inverse: { formula: 'weight [kg] = BMI [kg/m²] · height² [m²]', sources: [keys1972, who2000] },
  },
  examples: [
    {
      input: { height: 168, bmi: 18.5 },
      output: { weight_kg: 52.21 },
      origin: 'By hand: 18.5 · 1.68² = 18.5 · 2.8224 = 52.2144, the lower end of the healthy range',
    },
    {
      input: { height: 200, bmi: 25 },
      output: { weight_kg: 100 },
      origin: 'By hand: 25 · 2² = 100, where overweight begins',
    },
    {
      input: { height: 175.5, bmi: 22 },
      output: { weight_kg: 67.76 },
      origin: 'By hand: 22 · 1.755² = 22 · 3.080025 = 67.76055',
    },
  ],
  calculate: ({ height, bmi }) => ({ weight_kg: bmi * squareMetres(height) }),
  explain: () => ({ notes: ['bmi.limits'] }),
});
