import { z } from 'zod';
import { defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { energy } from './family.ts';

/** Carbohydrate for each kg of weight and hour, in g. */
const G_PER_KG_AND_HOUR = { min: 1, max: 1.2 };

/** The advice covers the first hours. After them the carbohydrate of the whole day counts. */
const LONGEST_HOURS = 4;

/** Carbohydrate that refills the muscles fastest after exhausting training. */
export const glycogenReplenishment = defineCalculator({
  name: 'glycogen-replenishment',
  family: energy,
  since: 'v1.0.0',
  input: z.object({
    weight: field.weight({ min: 30, max: 200 }),
    hours: field.hours({ min: 0.5, max: 24 }),
  }),
  output: z.object({
    carbohydrate_g: z.object({ min: result.rounded(2), max: result.rounded(2) }),
    carbohydrate_per_hour_g: z.object({ min: result.rounded(2), max: result.rounded(2) }),
  }),
  profile: ['weight', 'hours'],
  equations: {
    burke: {
      formula: 'carbohydrate [g] = 1.0 to 1.2·weight [kg]·hours, in the first 4 hours',
      sources: [
        {
          citation:
            'Burke LM, van Loon LJC, Hawley JA. Postexercise muscle glycogen resynthesis in humans. J Appl Physiol 2017;122:1055-1067',
          doi: '10.1152/japplphysiol.00860.2016',
        },
      ],
    },
  },
  examples: [
    {
      input: { weight: 70, hours: 4 },
      output: { carbohydrate_g: { min: 280, max: 336 }, carbohydrate_per_hour_g: { min: 70, max: 84 } },
      origin: 'By hand: 70 · 4 = 280; 1.2 · 70 · 4 = 336',
    },
    {
      input: { weight: 58.5, hours: 1.5 },
      output: { carbohydrate_g: { min: 87.75, max: 105.3 }, carbohydrate_per_hour_g: { min: 58.5, max: 70.2 } },
      origin: 'By hand: 58.5 · 1.5 = 87.75; · 1.2 = 105.3',
    },
    {
      input: { weight: 92, hours: 2 },
      output: { carbohydrate_g: { min: 184, max: 220.8 } },
      origin: 'By hand: 92 · 2 = 184; · 1.2 = 220.8',
    },
  ],
  calculate({ weight, hours }) {
    if (hours > LONGEST_HOURS) {
      throw new OutsideValidity('hours', 'glycogen-replenishment.first_hours', { max: LONGEST_HOURS });
    }
    const { min, max } = G_PER_KG_AND_HOUR;
    return {
      carbohydrate_g: { min: min * weight * hours, max: max * weight * hours },
      carbohydrate_per_hour_g: { min: min * weight, max: max * weight },
    };
  },
});
