import { z } from 'zod';
import { along, defineCalculator, field, method, result } from '../kit/index.ts';
import { BLOOD_DENSITY, bloodAlcoholEquations, CONCENTRATION, chosenEquation } from './blood-alcohol-equations.ts';
import { lifestyle } from './family.ts';

/** Converts grams in a litre to grams in 100 mL, which is the meaning of per cent here. */
const PER_CENT = 0.1;

/** Hours after drinking when no alcohol is left: the curve ends there. */
const soberAfter = (input: Readonly<Record<string, unknown>>, results: Readonly<Record<string, unknown>>) =>
  Number(input.hours) + Number(results.hours_until_zero);

/** Alcohol in the blood some hours after drinking. */
export const bloodAlcohol = defineCalculator({
  name: 'blood-alcohol',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    weight: field.weight({ min: 30, max: 300 }),
    alcohol: field.quantity({ min: 0, max: 500 }, 'g', 'g'),
    hours: field.hours({ min: 0, max: 72 }),
    age: field.age({ min: 14, max: 100 }).optional(),
    height: field.height({ min: 120, max: 230 }).optional(),
    elimination_rate: field.quantity({ min: 0.05, max: 0.5 }, 'g/L/h').optional(),
    widmark_factor: field.quantity({ min: 0.3, max: 1 }).optional(),
    // The default equation depends on the inputs that are given, so none is documented.
    method: method(bloodAlcoholEquations, { all: true }).unwrap().optional(),
  }),
  output: z.object({
    blood_alcohol_g_per_l: result.rounded(3),
    blood_alcohol_g_per_kg: result.rounded(3),
    blood_alcohol_percent: result.rounded(4),
    range_g_per_l: z.object({ min: result.rounded(3), max: result.rounded(3) }),
    hours_until_zero: result.hours(),
  }),
  profile: ['gender', 'weight', 'alcohol', 'hours', 'age', 'height', 'elimination_rate', 'widmark_factor'],
  usedBy: {
    widmark_factor: ['widmark'],
    age: ['watson'],
    height: ['watson'],
  },
  equations: bloodAlcoholEquations,
  picture: along('hours', 'blood_alcohol_g_per_l', { from: 0, to: ({ input, results }) => soberAfter(input, results) }),
  examples: [
    {
      input: { gender: 'male', weight: 80, height: 180, age: 35, alcohol: 40, hours: 2 },
      output: {
        blood_alcohol_g_per_l: 0.406,
        blood_alcohol_percent: 0.0406,
        range_g_per_l: { min: 0.206, max: 0.506 },
      },
      origin:
        'By hand: body water 2.447 − 3.3306 + 19.332 + 26.896 = 45.3444 L; 0.8 · 40 / 45.3444 = 0.70571; − 0.3 = 0.40571; − 0.5 and − 0.2 for the range',
    },
    {
      input: { gender: 'male', weight: 80, alcohol: 40, hours: 2, method: 'widmark' },
      output: { blood_alcohol_g_per_kg: 0.435, blood_alcohol_g_per_l: 0.459 },
      origin: 'By hand: 40 / (0.68 · 80) = 0.735294; − 0.15 · 2 = 0.435294 g/kg; · 1.055 = 0.459235 g/L',
    },
    {
      input: { gender: 'female', weight: 60, alcohol: 28, hours: 1.5, method: 'nhtsa' },
      output: { blood_alcohol_g_per_l: 0.513, blood_alcohol_percent: 0.0513, hours_until_zero: 3.02 },
      origin: 'By hand: 0.806 · 28 / (0.49 · 60) = 0.767619; − 0.17 · 1.5 = 0.512619 g/L; / 0.17 = 3.0154 h',
    },
    {
      input: { gender: 'female', weight: 60, height: 165, alcohol: 10, hours: 8 },
      output: { blood_alcohol_g_per_l: 0, blood_alcohol_percent: 0, hours_until_zero: 0 },
      origin: 'By hand: 0.8 · 10 / 30.3375 = 0.2637 is eliminated within 1.76 h; never below 0',
    },
    {
      input: { gender: 'male', weight: 80, alcohol: 40, hours: 2, widmark_factor: 0.8, elimination_rate: 0.2 },
      output: {
        blood_alcohol_g_per_kg: 0.225,
        blood_alcohol_g_per_l: 0.237,
        range_g_per_l: { min: 0.237, max: 0.237 },
        hours_until_zero: 1.13,
      },
      origin: 'By hand: 40 / (0.8 · 80) = 0.625; − 0.2 · 2 = 0.225 g/kg; · 1.055 = 0.237375 g/L; 0.225 / 0.2 = 1.125 h',
    },
    {
      input: { gender: 'female', weight: 60, alcohol: 28, hours: 1.5, elimination_rate: 0.2, method: 'nhtsa' },
      output: { blood_alcohol_g_per_l: 0.468, hours_until_zero: 2.34 },
      origin: 'By hand: 0.767619 − 0.2 · 1.5 = 0.467619 g/L; / 0.2 = 2.3381 h',
    },
  ],
  calculate(drinker) {
    const { hours } = drinker;
    const { peak, elimination, slowest, fastest } = CONCENTRATION[chosenEquation(drinker)](drinker);
    const after = (rate: number) => Math.max(0, peak - rate * hours);
    const now = after(elimination);
    return {
      blood_alcohol_g_per_l: now,
      blood_alcohol_g_per_kg: now / BLOOD_DENSITY,
      blood_alcohol_percent: now * PER_CENT,
      range_g_per_l: { min: after(fastest), max: after(slowest) },
      hours_until_zero: now / elimination,
    };
  },
  explain: (drinker) => ({
    equation: chosenEquation(drinker),
    warnings: ['blood-alcohol.not_for_driving'],
    notes: ['blood-alcohol.units'],
  }),
});
