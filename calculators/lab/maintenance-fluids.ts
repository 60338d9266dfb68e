import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { lab } from './family.ts';

const holliday1957 = {
  citation:
    'Holliday MA, Segar WE. The maintenance need for water in parenteral fluid therapy. Pediatrics 1957;19:823-832',
  doi: '10.1542/peds.19.5.823',
};

const equations = {
  four_two_one: {
    formula: '4 mL/kg/h for the first 10 kg, 2 for the next 10 kg, 1 for the rest',
    sources: [holliday1957],
    synonyms: ['4-2-1', '421'],
  },
  holliday_segar: {
    formula: '100 mL/kg/day for the first 10 kg, 50 for the next 10 kg, 20 for the rest',
    sources: [holliday1957],
  },
};

const HOURS_PER_DAY = 24;

/** A rate for each kilogram of the first 10 kg, of the next 10 kg, and of the rest. */
const stepped = (weight: number, first: number, second: number, rest: number) =>
  first * Math.min(weight, 10) + second * Math.min(Math.max(weight - 10, 0), 10) + rest * Math.max(weight - 20, 0);

/** Water that a patient who drinks nothing needs. */
export const maintenanceFluids = defineCalculator({
  name: 'maintenance-fluids',
  family: lab,
  since: 'v1.0.0',
  aliases: ['holliday-segar'],
  input: z.object({ weight: field.weight({ min: 3, max: 150 }), method: method(equations, { all: true }) }),
  output: z.object({ fluid_ml_per_hour: result.rounded(1), fluid_ml_per_day: result.rounded(0) }),
  profile: ['weight'],
  equations,
  examples: [
    {
      input: { weight: 18 },
      output: { fluid_ml_per_hour: 56, fluid_ml_per_day: 1344 },
      origin: 'By hand: 4 · 10 + 2 · 8 = 56; · 24 = 1344',
    },
    {
      input: { weight: 18, method: 'holliday_segar' },
      output: { fluid_ml_per_hour: 58.3, fluid_ml_per_day: 1400 },
      origin: 'By hand: 100 · 10 + 50 · 8 = 1400; / 24 = 58.33',
    },
    {
      input: { weight: 10, method: 'all' },
      output: {
        by_method: { four_two_one: { fluid_ml_per_hour: 40 }, holliday_segar: { fluid_ml_per_day: 1000 } },
      },
      origin: 'By hand: 4 · 10 = 40 and 100 · 10 = 1000, at the end of the first step',
    },
    {
      input: { weight: 30 },
      output: { fluid_ml_per_hour: 70, fluid_ml_per_day: 1680 },
      origin: 'By hand: 40 + 20 + 10 = 70',
    },
  ],
  calculate({ weight, method }) {
    const hourly = method === 'four_two_one' ? stepped(weight, 4, 2, 1) : stepped(weight, 100, 50, 20) / HOURS_PER_DAY;
    return { fluid_ml_per_hour: hourly, fluid_ml_per_day: hourly * HOURS_PER_DAY };
  },
  explain: () => ({ notes: ['maintenance-fluids.hyponatraemia'] }),
});
