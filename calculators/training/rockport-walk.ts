import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { KG_PER_LB } from '../kit/units.ts';
import { training } from './family.ts';

const kline = {
  citation:
    'Kline GM, Porcari JP, Hintermeister R, et al. Estimation of VO2max from a one-mile track walk, gender, age, and body weight. Med Sci Sports Exerc 1987;19:253-259',
};

/** Maximal oxygen uptake from a mile of fast walking (1609 m). */
export const rockportWalk = defineCalculator({
  name: 'rockport-walk',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    age: field.age({ min: 30, max: 69 }),
    weight: field.weight({ min: 30, max: 250 }),
    time: field.time({ min: 480, max: 1800 }),
    heart_rate: field.heartRate({ min: 60, max: 220 }),
  }),
  output: z.object({ vo2max_ml_per_kg_min: result.oxygenUptake() }),
  profile: ['gender', 'age', 'weight', 'time', 'heart_rate'],
  equations: {
    kline: {
      formula:
        'VO2max = 132.853 − 0.0769·weight [lb] − 0.3877·age + 6.315·s − 3.2649·time [min] − 0.1565·heart rate mL/kg/min; s = 1 for men, 0 for women',
      sources: [kline],
    },
  },
  examples: [
    {
      input: { gender: 'female', age: 45, weight: 68.0388555, time: '16:00', heart_rate: 130 },
      output: { vo2max_ml_per_kg_min: 31.29 },
      origin: 'By hand: 150 lb; 132.853 − 11.535 − 17.4465 − 52.2384 − 20.345 = 31.2881',
    },
    {
      input: { gender: 'male', age: 45, weight: 68.0388555, time: '16:00', heart_rate: 130 },
      output: { vo2max_ml_per_kg_min: 37.6 },
      origin: 'By hand: 31.2881 + 6.315 = 37.6031',
    },
    {
      input: { gender: 'male', age: 62, weight: 81.6466266, time: '14:30', heart_rate: 120 },
      output: { vo2max_ml_per_kg_min: 35.17 },
      origin: 'By hand: 180 lb; 139.168 − 13.842 − 24.0374 − 47.34105 − 18.78 = 35.16755',
    },
  ],
  calculate({ gender, age, weight, time, heart_rate }) {
    const vo2max =
      132.853 -
      0.0769 * (weight / KG_PER_LB) -
      0.3877 * age +
      (gender === 'male' ? 6.315 : 0) -
      3.2649 * (time / 60) -
      0.1565 * heart_rate;
    return { vo2max_ml_per_kg_min: vo2max };
  },
  explain: () => ({ notes: ['rockport-walk.reads_high', ['standard_error', { value: 5 }]] }),
});
