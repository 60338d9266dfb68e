import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';

const mcArdle = {
  citation:
    'McArdle WD, Katch FI, Pechar GS, Jacobson L, Ruck S. Reliability and interrelationships between maximal oxygen intake, physical work capacity and step-test scores in college women. Med Sci Sports 1972;4:182-186',
};

/** Maximal oxygen uptake from the heart rate after three minutes of stepping. */
export const queensCollegeStep = defineCalculator({
  name: 'queens-college-step',
  family: training,
  since: 'v1.0.0',
  input: z.object({ gender: field.gender(), heart_rate: field.heartRate({ min: 60, max: 220 }) }),
  output: z.object({ vo2max_ml_per_kg_min: result.oxygenUptake() }),
  profile: ['gender', 'heart_rate'],
  equations: {
    mcardle_step: {
      formula: 'men VO2max = 111.33 − 0.42·heart rate; women VO2max = 65.81 − 0.1847·heart rate mL/kg/min',
      sources: [mcArdle],
    },
  },
  examples: [
    {
      input: { gender: 'male', heart_rate: 140 },
      output: { vo2max_ml_per_kg_min: 52.53 },
      origin: 'By hand: 111.33 − 58.8 = 52.53',
    },
    {
      input: { gender: 'female', heart_rate: 150 },
      output: { vo2max_ml_per_kg_min: 38.11 },
      origin: 'By hand: 65.81 − 27.705 = 38.105, half away from zero',
    },
    {
      input: { gender: 'male', heart_rate: 172 },
      output: { vo2max_ml_per_kg_min: 39.09 },
      origin: 'By hand: 111.33 − 72.24 = 39.09',
    },
  ],
  calculate: ({ gender, heart_rate }) => ({
    vo2max_ml_per_kg_min: gender === 'male' ? 111.33 - 0.42 * heart_rate : 65.81 - 0.1847 * heart_rate,
  }),
  explain: () => ({ notes: ['queens-college-step.protocol', 'young_adults'] }),
});
