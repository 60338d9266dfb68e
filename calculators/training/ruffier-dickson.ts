import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';

const ruffier = {
  citation: 'Ruffier JE. Considérations sur l’indice de résistance du cœur à l’effort. Med Educ Phys Sport 1951;3:7-12',
};
const dickson = {
  citation:
    'Dickson J. L’utilisation de l’indice cardiaque de Ruffier dans le contrôle médico-sportif. Med Educ Phys Sport 1950;2:65',
};

/** Bands of practice, printed alike in French sports medicine. */
const ruffierClasses = classTable({
  very_good: Number.NEGATIVE_INFINITY,
  good: 0,
  average: 5,
  insufficient: 10,
  poor: 15,
});
const dicksonClasses = classTable({
  excellent: Number.NEGATIVE_INFINITY,
  very_good: 0,
  good: 2,
  average: 4,
  weak: 6,
  very_weak: 8,
  poor: 10,
});

/** The response of the heart to 30 squats in 45 seconds, and its recovery in the following minute. */
export const ruffierDickson = defineCalculator({
  name: 'ruffier-dickson',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    resting_heart_rate: field.heartRate({ min: 25, max: 150 }),
    exercise_heart_rate: field.heartRate({ min: 40, max: 240 }),
    recovery_heart_rate: field.heartRate({ min: 30, max: 220 }),
  }),
  output: z.object({
    ruffier_index: result.index(),
    ruffier_category: result.classOf(ruffierClasses),
    dickson_index: result.index(),
    dickson_category: result.classOf(dicksonClasses),
  }),
  profile: ['resting_heart_rate', 'exercise_heart_rate', 'recovery_heart_rate'],
  equations: {
    ruffier_dickson: {
      formula:
        'Ruffier (P₀ + P₁ + P₂ − 200) / 10; Dickson ((P₁ − 70) + 2·(P₂ − P₀)) / 10; P₀ at rest, P₁ after 30 squats in 45 s, P₂ a minute later',
      sources: [ruffier, dickson],
    },
  },
  examples: [
    {
      input: { resting_heart_rate: 65, exercise_heart_rate: 120, recovery_heart_rate: 80 },
      output: { ruffier_index: 6.5, ruffier_category: 'average', dickson_index: 8, dickson_category: 'very_weak' },
      origin: 'By hand: 65 / 10 = 6.5; (50 + 2 · 15) / 10 = 8 exactly, where the class begins',
    },
    {
      input: { resting_heart_rate: 55, exercise_heart_rate: 95, recovery_heart_rate: 50 },
      output: { ruffier_index: 0, ruffier_category: 'good', dickson_index: 1.5, dickson_category: 'very_good' },
      origin: 'By hand: 55 + 95 + 50 − 200 = 0; (25 − 10) / 10 = 1.5',
    },
    {
      input: { resting_heart_rate: 72, exercise_heart_rate: 141, recovery_heart_rate: 97 },
      output: {
        ruffier_index: 11,
        ruffier_category: 'insufficient',
        dickson_index: 12.1,
        dickson_category: 'poor',
      },
      origin: 'By hand: 110 / 10 = 11; (71 + 50) / 10 = 12.1',
    },
  ],
  calculate({ resting_heart_rate, exercise_heart_rate, recovery_heart_rate }) {
    const ruffierIndex = (resting_heart_rate + exercise_heart_rate + recovery_heart_rate - 200) / 10;
    const dicksonIndex = (exercise_heart_rate - 70 + 2 * (recovery_heart_rate - resting_heart_rate)) / 10;
    return {
      ruffier_index: ruffierIndex,
      ruffier_category: classify(ruffierIndex, ruffierClasses),
      dickson_index: dicksonIndex,
      dickson_category: classify(dicksonIndex, dicksonClasses),
    };
  },
  explain: () => ({ notes: ['ruffier-dickson.convention'] }),
});
