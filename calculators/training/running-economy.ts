import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';

const saunders = {
  citation:
    'Saunders PU, Pyne DB, Telford RD, Hawley JA. Factors affecting running economy in trained distance runners. Sports Med 2004;34:465-485',
  doi: '10.2165/00007256-200434070-00005',
};

/** Oxygen for a kilometre of running. A lower value is more economical. */
export const runningEconomy = defineCalculator({
  name: 'running-economy',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    vo2: field.oxygenUptake({ min: 10, max: 95 }),
    speed: field.speed({ min: 5, max: 30 }),
  }),
  output: z.object({ oxygen_cost_ml_per_kg_km: result.rounded(2) }),
  profile: ['vo2', 'speed'],
  equations: {
    oxygen_by_distance: {
      formula: 'oxygen cost = VO2 [mL/kg/min] · 60 / speed [km/h] mL/kg/km',
      sources: [saunders],
    },
  },
  examples: [
    {
      input: { vo2: 52, speed: 16 },
      output: { oxygen_cost_ml_per_kg_km: 195 },
      origin: 'By hand: 52 · 60 / 16 = 195',
    },
    {
      input: { vo2: 40, speed: 12 },
      output: { oxygen_cost_ml_per_kg_km: 200 },
      origin: 'By hand: 40 · 60 / 12 = 200',
    },
    {
      input: { vo2: 61.5, speed: 18.5 },
      output: { oxygen_cost_ml_per_kg_km: 199.46 },
      origin: 'By hand: 61.5 · 60 / 18.5 = 3690 / 18.5 = 199.4595',
    },
  ],
  calculate: ({ vo2, speed }) => ({ oxygen_cost_ml_per_kg_km: (vo2 * 60) / speed }),
  explain: () => ({ notes: ['running-economy.steady'] }),
});
