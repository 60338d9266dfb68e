import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { body } from './family.ts';

/** Conicity index: the waist against that of a cylinder of the same weight and height. */
export const conicityIndex = defineCalculator({
  name: 'conicity-index',
  family: body,
  since: 'v1.0.0',
  input: z.object({
    weight: field.weight({ min: 10, max: 400 }),
    height: field.height({ min: 80, max: 250 }),
    waist: field.waist(),
  }),
  output: z.object({ conicity_index: result.ratio() }),
  profile: ['weight', 'height', 'waist'],
  equations: {
    valdez: {
      formula: 'C = waist [m] / (0.109·√(weight [kg] / height [m]))',
      sources: [
        {
          citation: 'Valdez R. A simple model-based index of abdominal adiposity. J Clin Epidemiol 1991;44:955-956',
          doi: '10.1016/0895-4356(91)90059-I',
        },
      ],
    },
  },
  examples: [
    {
      input: { weight: 75, height: 175, waist: 85 },
      output: { conicity_index: 1.191 },
      origin: 'By hand: √(75 / 1.75) = 6.546537; 0.85 / (0.109 · 6.546537) = 0.85 / 0.7135725 = 1.191190',
    },
    {
      input: { weight: 72, height: 200, waist: 65.4 },
      output: { conicity_index: 1 },
      origin: 'By hand: √(72 / 2) = 6; 0.654 / (0.109 · 6) = 1, a cylinder',
    },
    {
      input: { weight: 80, height: 125, waist: 109 },
      output: { conicity_index: 1.25 },
      origin: 'By hand: √(80 / 1.25) = 8; 1.09 / (0.109 · 8) = 1.25',
    },
  ],
  calculate: ({ weight, height, waist }) => ({
    conicity_index: waist / 100 / (0.109 * Math.sqrt(weight / (height / 100))),
  }),
  explain: () => ({ notes: ['conicity-index.range'] }),
});
