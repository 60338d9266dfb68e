import { z } from 'zod';
import { defineCalculator, result } from '../kit/index.ts';
import { energyOfADay } from './daily-energy.ts';
import { energy } from './family.ts';
import { iom2005 } from './sources.ts';

/** Fibre for each 1000 kcal, in g (IOM 2005). */
const G_PER_1000_KCAL = 14;

/** Dietary fibre to eat in a day. */
export const fiberIntake = defineCalculator({
  name: 'fiber-intake',
  family: energy,
  since: 'classic',
  input: z.object({ energy: energyOfADay() }),
  output: z.object({ fiber_g: result.rounded(2) }),
  profile: ['energy'],
  equations: { fiber_density: { formula: 'fibre [g] = 14·energy [kcal] / 1000', sources: [iom2005] } },
  examples: [
    { input: { energy: 2000 }, output: { fiber_g: 28 }, origin: 'By hand: 14 · 2 = 28' },
    { input: { energy: 1785 }, output: { fiber_g: 24.99 }, origin: 'By hand: 14 · 1.785 = 24.99' },
    { input: { energy: 2715.5 }, output: { fiber_g: 38.02 }, origin: 'By hand: 14 · 2.7155 = 38.017' },
  ],
  calculate: ({ energy }) => ({ fiber_g: (G_PER_1000_KCAL * energy) / 1000 }),
});
