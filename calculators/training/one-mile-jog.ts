import { z } from 'zod';
import { defineCalculator, field, OutsideValidity, result, timeText } from '../kit/index.ts';
import { training } from './family.ts';
import { george1993 } from './sources.ts';

/** Fastest accepted mile in s, because the jog must stay submaximal. */
const FASTEST = { male: 480, female: 540 };

/** Maximal oxygen uptake from a mile of easy jogging (1609 m). */
export const oneMileJog = defineCalculator({
  name: 'one-mile-jog',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    weight: field.weight({ min: 30, max: 250 }),
    time: field.time({ min: 300, max: 1500 }),
    heart_rate: field.heartRate({ min: 80, max: 180 }),
  }),
  output: z.object({ vo2max_ml_per_kg_min: result.oxygenUptake() }),
  profile: ['gender', 'weight', 'time', 'heart_rate'],
  equations: {
    george_jog: {
      formula:
        'VO2max = 100.5 + 8.344·s − 0.1636·weight [kg] − 1.438·time [min] − 0.1928·heart rate mL/kg/min; s = 1 for men, 0 for women',
      sources: [george1993],
    },
  },
  examples: [
    {
      input: { gender: 'female', weight: 60, time: '10:00', heart_rate: 160 },
      output: { vo2max_ml_per_kg_min: 45.46 },
      origin: 'By hand: 100.5 − 9.816 − 14.38 − 30.848 = 45.456',
    },
    {
      input: { gender: 'male', weight: 75, time: '8:00', heart_rate: 165 },
      output: { vo2max_ml_per_kg_min: 53.26 },
      origin: 'By hand, at the fastest pace that counts: 108.844 − 12.27 − 11.504 − 31.812 = 53.258',
    },
    {
      input: { gender: 'male', weight: 82.5, time: '11:15', heart_rate: 150 },
      output: { vo2max_ml_per_kg_min: 50.25 },
      origin: 'By hand: 108.844 − 13.497 − 16.1775 − 28.92 = 50.2495',
    },
  ],
  calculate({ gender, weight, time, heart_rate }) {
    if (time < FASTEST[gender]) {
      throw new OutsideValidity('time', 'one-mile-jog.too_fast', { min: timeText(FASTEST[gender]) });
    }
    const vo2max =
      100.5 + (gender === 'male' ? 8.344 : 0) - 0.1636 * weight - 1.438 * (time / 60) - 0.1928 * heart_rate;
    return { vo2max_ml_per_kg_min: vo2max };
  },
  explain: () => ({ notes: ['young_adults', ['standard_error', { value: 3 }]] }),
});
