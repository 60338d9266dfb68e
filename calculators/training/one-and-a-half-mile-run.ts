import { z } from 'zod';
import { defineCalculator, field, given, method, result } from '../kit/index.ts';
import { training } from './family.ts';
import { george1993 } from './sources.ts';

const equations = {
  acsm: {
    formula: 'VO2max = 3.5 + 483 / time [min] mL/kg/min',
    sources: [
      {
        citation:
          "American College of Sports Medicine. ACSM's Guidelines for Exercise Testing and Prescription, 11th ed. Philadelphia: Wolters Kluwer, 2021",
      },
    ],
  },
  george: {
    formula: 'VO2max = 88.02 + 3.716·s − 0.1656·weight [kg] − 2.767·time [min] mL/kg/min; s = 1 for men, 0 for women',
    sources: [george1993],
  },
};

/** Maximal oxygen uptake from the time for 1.5 miles (2414 m). */
export const oneAndAHalfMileRun = defineCalculator({
  name: 'one-and-a-half-mile-run',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    time: field.time({ min: 360, max: 2400 }),
    gender: field.gender().optional(),
    weight: field.weight({ min: 25, max: 250 }).optional(),
    method: method(equations, { all: true }),
  }),
  output: z.object({ vo2max_ml_per_kg_min: result.oxygenUptake() }),
  profile: ['time', 'gender', 'weight'],
  usedBy: {
    gender: ['george'],
    weight: ['george'],
  },
  equations,
  examples: [
    {
      input: { time: '11:30' },
      output: { vo2max_ml_per_kg_min: 45.5 },
      origin: 'By hand: 3.5 + 483 / 11.5 = 3.5 + 42 = 45.5',
    },
    {
      input: { time: '11:30', gender: 'male', weight: 75, method: 'george' },
      output: { vo2max_ml_per_kg_min: 47.5 },
      origin: 'By hand: 88.02 + 3.716 − 12.42 − 2.767 · 11.5 = 79.316 − 31.8205 = 47.4955',
    },
    {
      input: { time: 840 },
      output: { vo2max_ml_per_kg_min: 38 },
      origin: 'By hand: 14 minutes; 3.5 + 483 / 14 = 3.5 + 34.5 = 38',
    },
    {
      input: { time: '13:00', gender: 'female', weight: 60, method: 'george' },
      output: { vo2max_ml_per_kg_min: 42.11 },
      origin: 'By hand: 88.02 − 9.936 − 35.971 = 42.113',
    },
  ],
  calculate(run) {
    const minutes = run.time / 60;
    if (run.method === 'acsm') return { vo2max_ml_per_kg_min: 3.5 + 483 / minutes };
    const { gender, weight } = given(run, ['gender', 'weight'], 'george');
    const vo2max = 88.02 + (gender === 'male' ? 3.716 : 0) - 0.1656 * weight - 2.767 * minutes;
    return { vo2max_ml_per_kg_min: vo2max };
  },
  explain: ({ method }) => ({
    notes:
      method === 'george' ? ['young_adults', ['standard_error', { value: 2.8 }], 'maximal_effort'] : ['maximal_effort'],
  }),
});
