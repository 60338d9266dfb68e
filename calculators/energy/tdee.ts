import { z } from 'zod';
import { along, byChoice, defineCalculator, field, method, result } from '../kit/index.ts';
import { bmrEquations, usedByEquation } from './bmr-equations.ts';
import { activity, adult, chosenExpenditure, expenditure, weightAlone } from './expenditure.ts';
import { energy } from './family.ts';
import { mcardle } from './sources.ts';

const byLevel = byChoice('activity_level', 'tdee');
const byFactor = along('activity_factor', 'tdee', { from: 1, to: () => 2.5 });

/** Total daily energy expenditure of adults: basal metabolic rate times an activity multiplier. */
export const tdee = defineCalculator({
  name: 'tdee',
  family: energy,
  since: 'classic',
  aliases: ['tee', 'maintenance-calorie'],
  input: z.object({
    ...adult,
    ...activity,
    body_fat: field.bodyFat().optional(),
    // The default equation depends on the inputs that are given, so none is documented.
    method: method(bmrEquations).unwrap().optional(),
  }),
  output: z.object({ tdee: result.kcal(), bmr: result.kcal(), activity_multiplier: result.rounded(3) }),
  profile: ['age', 'weight', 'height', 'gender', 'activity_level', 'activity_factor'],
  usedBy: usedByEquation,
  equations: bmrEquations,
  earlier: weightAlone,
  sources: [mcardle],
  picture: (day) => (day.input.activity_factor === undefined ? byLevel : byFactor)(day),
  examples: [
    {
      input: { weight: 82, height: 178, age: 34, gender: 'male', activity_level: 'moderately_active' },
      output: { tdee: 2739.63, bmr: 1767.5, activity_multiplier: 1.55 },
      origin: 'By hand: 820 + 1112.5 − 170 + 5 = 1767.5; · 1.55 = 2739.625, half away from zero',
    },
    {
      input: { weight: 68, height: 167, age: 34, gender: 'female', activity_level: 'lightly_active' },
      output: { tdee: 1915.03, bmr: 1392.75, activity_multiplier: 1.375 },
      origin: 'By hand: 680 + 1043.75 − 170 − 161 = 1392.75; · 1.375 = 1915.03125',
    },
    {
      input: {
        weight: 68,
        height: 167,
        age: 34,
        gender: 'female',
        activity_level: 'sedentary',
        method: 'harris_benedict_1984',
      },
      output: { tdee: 1735.84, bmr: 1446.54 },
      origin: 'By hand: 447.593 + 628.796 + 517.366 − 147.22 = 1446.535; · 1.2 = 1735.842',
    },
    {
      input: {
        weight: 68.75,
        height: 167,
        age: 34,
        gender: 'female',
        activity_level: 'extra_active',
        body_fat: 20,
      },
      output: { tdee: 2960.2, bmr: 1558 },
      origin: 'By hand: fat-free mass 68.75 · 0.8 = 55 kg; 370 + 21.6 · 55 = 1558; · 1.9 = 2960.2',
    },
    {
      input: { weight: 82, height: 178, age: 34, gender: 'male', activity_factor: 1.6 },
      output: { tdee: 2828, bmr: 1767.5, activity_multiplier: 1.6 },
      origin: 'By hand: 820 + 1112.5 − 170 + 5 = 1767.5; · 1.6 = 2828',
    },
    {
      input: {
        weight: 70,
        height: 175,
        age: 30,
        gender: 'male',
        activity_level: 'lightly_active',
        method: 'henry_height',
      },
      output: { tdee: 2210.66, bmr: 1607.75 },
      origin: 'By hand: 11.4 · 70 + 541 · 1.75 − 137 = 1607.75; · 1.375 = 2210.65625',
    },
  ],
  calculate: expenditure,
  explain: (person) => ({ equation: chosenExpenditure(person), notes: ['tdee.multiplier_note'] }),
});
