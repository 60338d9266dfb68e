import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';

const equations = {
  foster: {
    formula: 'men VO2max = 14.8 − 1.379·t + 0.451·t² − 0.012·t³ mL/kg/min; t in min',
    sources: [
      {
        citation:
          'Foster C, Jackson AS, Pollock ML, et al. Generalized equations for predicting functional capacity from treadmill performance. Am Heart J 1984;107:1229-1234',
      },
    ],
  },
  pollock: {
    formula: 'women VO2max = 4.38·t − 3.9 mL/kg/min; t in min',
    sources: [
      {
        citation:
          'Pollock ML, Foster C, Schmidt D, Hellman C, Linnerud AC, Ward A. Comparative analysis of physiologic responses to three different maximal graded exercise test protocols in healthy women. Am Heart J 1982;103:363-373',
      },
    ],
  },
};

/** Maximal oxygen uptake from the time to exhaustion in the Bruce protocol on a treadmill. */
export const bruceTreadmill = defineCalculator({
  name: 'bruce-treadmill',
  family: training,
  since: 'v1.0.0',
  // Below two minutes the cubic for men decreases; seven stages of three minutes are the whole protocol.
  input: z.object({ gender: field.gender(), time: field.time({ min: 120, max: 1260 }) }),
  output: z.object({ vo2max_ml_per_kg_min: result.oxygenUptake() }),
  profile: ['gender', 'time'],
  equations,
  examples: [
    {
      input: { gender: 'male', time: '10:00' },
      output: { vo2max_ml_per_kg_min: 34.11 },
      origin: 'By hand: 14.8 − 13.79 + 45.1 − 12 = 34.11',
    },
    {
      input: { gender: 'female', time: '10:00' },
      output: { vo2max_ml_per_kg_min: 39.9 },
      origin: 'By hand: 43.8 − 3.9 = 39.9',
    },
    {
      input: { gender: 'male', time: '15:00' },
      output: { vo2max_ml_per_kg_min: 55.09 },
      origin: 'By hand: 14.8 − 20.685 + 101.475 − 40.5 = 55.09',
    },
  ],
  calculate({ gender, time }) {
    const t = time / 60;
    const vo2max = gender === 'male' ? 14.8 - 1.379 * t + 0.451 * t ** 2 - 0.012 * t ** 3 : 4.38 * t - 3.9;
    return { vo2max_ml_per_kg_min: vo2max };
  },
  explain: ({ gender }) => ({
    equation: gender === 'male' ? 'foster' : 'pollock',
    notes: ['bruce-treadmill.no_handrail', 'maximal_effort'],
  }),
});
