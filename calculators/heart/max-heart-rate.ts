import { z } from 'zod';
import { defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { heart } from './family.ts';
import { isExtrapolated, MAX_HEART_RATE, maxHeartRateEquations } from './max-heart-rate-equations.ts';

/** Standard deviation of measured around predicted maxima. It holds for every equation. */
const STANDARD_DEVIATION = { min: 10, max: 12 };

/** Highest heart rate expected at an age. */
export const maxHeartRate = defineCalculator({
  name: 'max-heart-rate',
  family: heart,
  since: 'v1.0.0',
  input: z.object({
    age: field.age({ min: 10, max: 100 }),
    gender: field.gender().optional(),
    method: method(maxHeartRateEquations, { all: true }),
  }),
  output: z.object({
    max_heart_rate_bpm: result.beatsPerMinute(),
    standard_deviation_bpm: z.object({ min: result.rounded(0), max: result.rounded(0) }),
  }),
  profile: ['age', 'gender'],
  usedBy: {
    gender: ['gulati'],
  },
  equations: maxHeartRateEquations,
  sources: [
    {
      citation:
        'Robergs RA, Landwehr R. The surprising history of the "HRmax = 220 − age" equation. J Exerc Physiol Online 2002;5(2):1-10',
    },
  ],
  examples: [
    {
      input: { age: 35 },
      output: { max_heart_rate_bpm: 184, standard_deviation_bpm: { min: 10, max: 12 } },
      origin: 'By hand: 208 − 0.7 · 35 = 208 − 24.5 = 183.5',
    },
    {
      input: { age: 35, method: 'gellish_nonlinear' },
      output: { max_heart_rate_bpm: 183 },
      origin: 'By hand: 192 − 0.007 · 1225 = 192 − 8.575 = 183.425, half away from zero',
    },
    {
      input: { age: 52, gender: 'female', method: 'gulati' },
      output: { max_heart_rate_bpm: 160 },
      origin: 'By hand: 206 − 0.88 · 52 = 206 − 45.76 = 160.24',
    },
    {
      input: { age: 40, gender: 'male', method: 'nes' },
      output: { max_heart_rate_bpm: 185 },
      origin: 'By hand: 211 − 0.64 · 40 = 211 − 25.6 = 185.4',
    },
  ],
  calculate({ age, gender, method }) {
    if (method === 'gulati' && gender === 'male') throw new OutsideValidity('gender', 'max-heart-rate.women_only');
    return { max_heart_rate_bpm: MAX_HEART_RATE[method](age), standard_deviation_bpm: STANDARD_DEVIATION };
  },
  explain: ({ age, method }) => ({
    warnings: isExtrapolated(method, age) ? [['extrapolated', { field: 'age' }]] : [],
    notes: ['max-heart-rate.individual'],
  }),
});
