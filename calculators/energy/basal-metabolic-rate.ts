import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { basalMetabolicRate } from './bmr.ts';
import type { BmrPerson } from './bmr-by-age.ts';
import { type BmrEquation, bmrEquations, usedByEquation } from './bmr-equations.ts';
import { energy } from './family.ts';

/** Basal metabolic rate of adults and, by five of the equations, of children. */
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
    ...usedByEquation,
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
    {
      input: { gender: 'male', age: 30, weight: 70, height: 175, method: 'henry_height' },
      output: { bmr: 1607.75 },
      origin: 'By hand, 30–60: 11.4 · 70 + 541 · 1.75 − 137 = 798 + 946.75 − 137 = 1607.75',
    },
    {
      input: { gender: 'female', age: 12, weight: 40, height: 150, method: 'schofield_height' },
      output: { bmr: 1233.03 },
      origin: 'By hand, 10–18: 0.035 · 40 + 1.948 · 1.5 + 0.837 = 5.159 MJ; / 0.004184 = 1233.0306',
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
