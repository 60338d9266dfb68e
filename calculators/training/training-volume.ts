import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';

const mcBride = {
  citation:
    'McBride JM, McCaulley GO, Cormie P, Nuzzo JL, Cavill MJ, Triplett NT. Comparison of methods to quantify volume during resistance exercise. J Strength Cond Res 2009;23:106-110',
};

/** The total load lifted: sets times repetitions times load. */
export const trainingVolume = defineCalculator({
  name: 'training-volume',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    sets: field.count({ min: 1, max: 100 }),
    repetitions: field.count({ min: 1, max: 1000 }),
    load: field.mass({ min: 0.5, max: 1000 }),
  }),
  output: z.object({ volume_load_kg: result.kilograms(), total_repetitions: z.int() }),
  profile: ['sets', 'repetitions', 'load'],
  equations: { volume_load: { formula: 'volume load = sets · repetitions · load [kg]', sources: [mcBride] } },
  examples: [
    {
      input: { sets: 5, repetitions: 5, load: 100 },
      output: { volume_load_kg: 2500, total_repetitions: 25 },
      origin: 'By hand: 5 · 5 · 100 = 2500',
    },
    {
      input: { sets: 3, repetitions: 12, load: 22.5 },
      output: { volume_load_kg: 810, total_repetitions: 36 },
      origin: 'By hand: 3 · 12 · 22.5 = 810',
    },
    {
      input: { sets: 1, repetitions: 1, load: 182.55 },
      output: { volume_load_kg: 182.55, total_repetitions: 1 },
      origin: 'By hand: one lift is its own volume',
    },
  ],
  calculate: ({ sets, repetitions, load }) => ({
    volume_load_kg: sets * repetitions * load,
    total_repetitions: sets * repetitions,
  }),
});
