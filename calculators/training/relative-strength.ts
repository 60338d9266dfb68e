import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { training } from './family.ts';

const jaric = {
  citation:
    'Jaric S, Mirkov D, Markovic G. Normalizing physical performance tests for body size: a proposal for standardization. J Strength Cond Res 2005;19:467-474',
};

const equations = {
  ratio: { formula: 'load [kg] / weight [kg]', sources: [jaric] },
  allometric: { formula: 'load [kg] / weight^0.67 [kg]', sources: [jaric] },
};

/** Exponent by which force grows with the mass of geometrically similar bodies: two thirds, as the paper prints it. */
const ALLOMETRIC = 0.67;

/** A lifted load in relation to body weight. */
export const relativeStrength = defineCalculator({
  name: 'relative-strength',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    weight: field.weight({ min: 20, max: 300 }),
    load: field.mass({ min: 0.5, max: 1000 }),
    method: method(equations, { all: true }),
  }),
  output: z.object({ relative_strength: result.ratio() }),
  profile: ['weight', 'load'],
  equations,
  examples: [
    {
      input: { weight: 80, load: 140 },
      output: { relative_strength: 1.75 },
      origin: 'By hand: 140 / 80 = 1.75',
    },
    {
      input: { weight: 80, load: 140, method: 'allometric' },
      output: { relative_strength: 7.431 },
      origin: 'Independent calculation with 50 digits: 80^0.67 = 18.839540; 140 / 18.839540 = 7.431179',
    },
    {
      input: { weight: 100, load: 100, method: 'allometric' },
      output: { relative_strength: 4.571 },
      origin: 'By hand: 100^0.33 = 10^0.66 = 4.57088',
    },
  ],
  calculate: ({ weight, load, method }) => ({
    relative_strength: load / weight ** (method === 'allometric' ? ALLOMETRIC : 1),
  }),
  explain: ({ method }) => ({ notes: method === 'ratio' ? ['relative-strength.favours_light'] : [] }),
});
