import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';

const convention = {
  citation: 'Step length as a share of height, 0.415 for men and 0.413 for women: a convention of pedometers',
};

const SHARES = { male: 0.415, female: 0.413 };

/** The distance of a number of steps, from the height. */
export const stepsToDistance = defineCalculator({
  name: 'steps-to-distance',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    height: field.height({ min: 80, max: 250 }),
    steps: field.count({ min: 1, max: 200_000 }),
  }),
  output: z.object({ distance_m: result.metres(), step_length_cm: result.centimetres() }),
  profile: ['gender', 'height', 'steps'],
  equations: {
    step_length: {
      formula: 'distance = steps · 0.415·height (men) or 0.413·height (women)',
      sources: [convention],
      date: '2026',
    },
  },
  examples: [
    {
      input: { gender: 'male', height: 170, steps: 10_000 },
      output: { distance_m: 7055, step_length_cm: 70.55 },
      origin: 'By hand: 0.415 · 170 = 70.55 cm; · 10000 = 705500 cm',
    },
    {
      input: { gender: 'female', height: 165, steps: 8000 },
      output: { distance_m: 5451.6, step_length_cm: 68.15 },
      origin: 'By hand: 0.413 · 165 = 68.145 cm; · 8000 = 545160 cm',
    },
    {
      input: { gender: 'female', height: 200, steps: 1 },
      output: { distance_m: 0.83, step_length_cm: 82.6 },
      origin: 'By hand: 0.413 · 200 = 82.6 cm',
    },
  ],
  calculate({ gender, height, steps }) {
    const step = SHARES[gender] * height;
    return { distance_m: (steps * step) / 100, step_length_cm: step };
  },
  explain: () => ({ notes: ['steps-to-distance.walking'] }),
});
