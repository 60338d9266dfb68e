import { z } from 'zod';
import { defineCalculator, parts, result } from '../kit/index.ts';
import { energy } from './family.ts';
import { KCAL_PER_G } from './food-energy.ts';
import { grams } from './food-fields.ts';
import { atwater, eu1169 } from './sources.ts';

/** Energy of a meal from its nutrients, and where the energy comes from. */
export const mealCalories = defineCalculator({
  name: 'meal-calories',
  family: energy,
  since: 'classic',
  input: z.object({
    carbohydrate: grams(2000),
    protein: grams(1000),
    fat: grams(1000),
    alcohol: grams(1000).default(0),
    fiber: grams(500).default(0),
  }),
  output: z.object({
    energy_kcal: result.kcal(),
    carbohydrate_percent: result.percent().optional(),
    protein_percent: result.percent().optional(),
    fat_percent: result.percent().optional(),
    alcohol_percent: result.percent().optional(),
    fiber_percent: result.percent().optional(),
  }),
  profile: ['carbohydrate', 'protein', 'fat', 'alcohol', 'fiber'],
  equations: {
    atwater: {
      formula: 'energy [kcal] = 4·carbohydrate + 4·protein + 9·fat + 7·alcohol + 2·fibre, in g',
      sources: [atwater, eu1169],
    },
  },
  picture: parts('carbohydrate_percent', 'protein_percent', 'fat_percent', 'alcohol_percent', 'fiber_percent'),
  examples: [
    {
      input: { carbohydrate: 60, protein: 30, fat: 20 },
      output: { energy_kcal: 540, carbohydrate_percent: 44.44, protein_percent: 22.22, fat_percent: 33.33 },
      origin: 'By hand: 240 + 120 + 180 = 540; 240 / 540 = 44.444 %',
    },
    {
      input: { carbohydrate: 45, protein: 12.5, fat: 8, fiber: 10 },
      output: { energy_kcal: 322, fiber_percent: 6.21 },
      origin: 'By hand: 180 + 50 + 72 + 20 = 322; 20 / 322 = 6.211 %',
    },
    {
      input: { carbohydrate: 4, protein: 0, fat: 0, alcohol: 14 },
      output: { energy_kcal: 114, alcohol_percent: 85.96 },
      origin: 'By hand: 16 + 98 = 114; 98 / 114 = 85.965 %',
    },
  ],
  calculate(meal) {
    const kcal = {
      carbohydrate: KCAL_PER_G.carbohydrate * meal.carbohydrate,
      protein: KCAL_PER_G.protein * meal.protein,
      fat: KCAL_PER_G.fat * meal.fat,
      alcohol: KCAL_PER_G.alcohol * meal.alcohol,
      fiber: KCAL_PER_G.fiber * meal.fiber,
    };
    const total = Object.values(kcal).reduce((sum, part) => sum + part, 0);
    // An empty meal has no shares.
    if (total === 0) return { energy_kcal: 0 };
    return {
      energy_kcal: total,
      carbohydrate_percent: (100 * kcal.carbohydrate) / total,
      protein_percent: (100 * kcal.protein) / total,
      fat_percent: (100 * kcal.fat) / total,
      alcohol_percent: (100 * kcal.alcohol) / total,
      fiber_percent: (100 * kcal.fiber) / total,
    };
  },
  explain: () => ({ notes: ['meal-calories.fiber_of_labels'] }),
});
