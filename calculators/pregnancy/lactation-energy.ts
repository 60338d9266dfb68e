import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { pregnancy } from './family.ts';

/** Energy in kcal/day: the energy of the milk, and the part that the mother's stores supply. */
const HALF_YEARS = [
  { milk: 500, stores: 170 },
  { milk: 400, stores: 0 },
] as const;

/** Additional energy that a breastfeeding mother needs. */
export const lactationEnergy = defineCalculator({
  name: 'lactation-energy',
  family: pregnancy,
  since: 'v1.0.0',
  input: z.object({ months: field.count({ min: 0, max: 11 }, 'months') }),
  output: z.object({
    additional_energy_kcal: result.kcal(),
    milk_energy_kcal: result.kcal(),
    from_stores_kcal: result.kcal(),
  }),
  profile: ['months'],
  equations: {
    iom: {
      formula: 'first six months 500 − 170 kcal a day, second six months 400 kcal a day',
      sources: [
        {
          citation:
            'Institute of Medicine. Dietary reference intakes for energy, carbohydrate, fiber, fat, fatty acids, cholesterol, protein, and amino acids. National Academies Press, Washington 2005',
          doi: '10.17226/10490',
        },
      ],
    },
  },
  examples: [
    {
      input: { months: 3 },
      output: { additional_energy_kcal: 330, milk_energy_kcal: 500, from_stores_kcal: 170 },
      origin: 'IOM 2005, first six months: 500 − 170 = 330',
    },
    {
      input: { months: 6 },
      output: { additional_energy_kcal: 400, from_stores_kcal: 0 },
      origin: 'IOM 2005: six completed months are in the second six months',
    },
    {
      input: { months: 5 },
      output: { additional_energy_kcal: 330 },
      origin: 'IOM 2005: five completed months are in the first six months',
    },
  ],
  calculate({ months }) {
    const { milk, stores } = months < 6 ? HALF_YEARS[0] : HALF_YEARS[1];
    return { additional_energy_kcal: milk - stores, milk_energy_kcal: milk, from_stores_kcal: stores };
  },
  explain: () => ({ notes: ['lactation-energy.full_nursing'] }),
});
