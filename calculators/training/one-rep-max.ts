import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { training } from './family.ts';
import { oneRepMaxEquations, shareOfOneRepMax } from './one-rep-max-equations.ts';

/** Beyond this number of repetitions the equations diverge and their errors grow. */
const RELIABLE_TO = 10;

/** The largest load for one repetition, from a load lifted several times. */
export const oneRepMax = defineCalculator({
  name: 'one-rep-max',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    load: field.mass({ min: 0.5, max: 1000 }),
    repetitions: field.count({ min: 1, max: 15 }),
    method: method(oneRepMaxEquations, { all: true }),
  }),
  output: z.object({
    one_rep_max_kg: result.kilograms(),
    percent_of_one_rep_max: result.percent(),
    loads: z.array(
      z.object({ repetitions: z.int(), load_kg: result.kilograms(), percent_of_one_rep_max: result.percent() }),
    ),
  }),
  profile: ['load', 'repetitions'],
  equations: oneRepMaxEquations,
  examples: [
    {
      input: { load: 85, repetitions: 8 },
      output: { one_rep_max_kg: 107.67, percent_of_one_rep_max: 78.95 },
      origin: 'By hand: 85 · (1 + 8/30) = 85 · 1.266667 = 107.6667; 100 / 1.266667 = 78.947',
    },
    {
      input: { load: 85, repetitions: 8, method: 'brzycki' },
      output: { one_rep_max_kg: 105.52, percent_of_one_rep_max: 80.56 },
      origin: 'By hand: 85 · 36 / 29 = 105.5172; 29/36 = 80.556 %',
    },
    {
      input: { load: 85, repetitions: 8, method: 'mayhew' },
      output: { one_rep_max_kg: 107.34 },
      origin: 'Independent calculation with 50 digits: 52.2 + 41.9·e^−0.44 = 79.18517; 8500 / 79.18517 = 107.343',
    },
    {
      input: { load: 140, repetitions: 1, method: 'wathan' },
      output: { one_rep_max_kg: 140, percent_of_one_rep_max: 100 },
      origin: 'What was lifted once is the maximum, whatever an equation makes of it',
    },
    {
      input: { load: 90, repetitions: 10, method: 'brzycki' },
      output: { one_rep_max_kg: 120 },
      origin: 'By hand: 90 · 36 / 27 = 120, where Brzycki and Epley (90 · 40/30 = 120) meet',
    },
  ],
  calculate({ load, repetitions, method }) {
    const share = shareOfOneRepMax(method, repetitions);
    const maximum = load / share;
    const loads = Array.from({ length: RELIABLE_TO }, (_, index) => {
      const shareOfRow = shareOfOneRepMax(method, index + 1);
      return {
        repetitions: index + 1,
        load_kg: maximum * shareOfRow,
        percent_of_one_rep_max: 100 * shareOfRow,
      };
    });
    return { one_rep_max_kg: maximum, percent_of_one_rep_max: 100 * share, loads };
  },
  explain: ({ repetitions }) => ({
    warnings: repetitions > RELIABLE_TO ? [['one-rep-max.many_repetitions', { max: RELIABLE_TO }]] : [],
    notes: ['one-rep-max.to_failure'],
  }),
});
