import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { type BmrPerson, basalMetabolicRate } from './bmr.ts';
import { type BmrEquation, bmrEquations } from './bmr-equations.ts';
import { energy } from './family.ts';

/** Basal metabolic rate of adults and, by three of the equations, of children. */
export const basalMetabolicRateCalculator = defineCalculator({
  name: 'basal-metabolic-rate',
  family: energy,
  since: 'classic',
  aliases: ['bmr', 'bee', 'rmr-calculator'],
  input: z.object({
    gender: field.gender().optional(),
    age: field.age({ min: 0, max: 100 }).optional(),
    weight: field.weight().optional(),
    height: field.height().optional(),
    body_fat: field.bodyFat().optional(),
    fat_free_mass: field.mass({ min: 10, max: 200 }).optional(),
    // The default equation depends on the inputs that are given, so none is documented.
    method: method(bmrEquations, { all: true }).unwrap().optional(),
  }),
  output: z.object({ bmr: result.kcal() }),
  profile: ['gender', 'age', 'weight', 'height', 'body_fat', 'fat_free_mass'],
  usedBy: {
    gender: [
      'mifflin_st_jeor',
      'harris_benedict_1919',
      'harris_benedict_1984',
      'schofield',
      'henry',
      'fao_who_unu_1985',
      'owen',
    ],
    height: ['mifflin_st_jeor', 'harris_benedict_1919', 'harris_benedict_1984'],
    body_fat: ['katch_mcardle', 'cunningham_1980'],
    fat_free_mass: ['katch_mcardle', 'cunningham_1980'],
  },
  equations: bmrEquations,
  examples: [
    {
      input: { gender: 'female', age: 34, weight: 68, height: 167 },
      output: { bmr: 1392.75 },
      origin: 'By hand: 680 + 1043.75 − 170 − 161 = 1392.75',
    },
    {
      input: { gender: 'female', age: 34, weight: 68, height: 167, method: 'harris_benedict_1919' },
      output: { bmr: 1455.32 },
      origin: 'By hand: 655.0955 + 650.3112 + 308.8832 − 158.9704 = 1455.3195',
    },
    {
      input: { fat_free_mass: 55 },
      output: { bmr: 1558 },
      origin: 'By hand: 370 + 21.6 · 55 = 1558',
    },
    {
      input: { gender: 'male', age: 30, weight: 70, method: 'schofield' },
      output: { bmr: 1676.14 },
      origin: 'By hand: 30 belongs to 30–60: 11.472 · 70 + 873.1 = 1676.14 (the line 18–30 would give 1746.19)',
    },
    {
      input: { gender: 'female', age: 8, weight: 25.5, method: 'henry' },
      output: { bmr: 1019.55 },
      origin: 'By hand: 3–10: 20.1 · 25.5 + 507 = 512.55 + 507 = 1019.55',
    },
  ],
  calculate: (person) => ({ bmr: basalMetabolicRate(chosen(person), person) }),
  explain: (person) => ({ equation: chosen(person), notes: ['basal-metabolic-rate.accuracy'] }),
});

/** Lean mass predicts the rate better than weight, so it is the default where it is known. */
function chosen(person: BmrPerson & { readonly method?: BmrEquation | undefined }): BmrEquation {
  const leanIsKnown = person.fat_free_mass !== undefined || person.body_fat !== undefined;
  return person.method ?? (leanIsKnown ? 'katch_mcardle' : 'mifflin_st_jeor');
}
