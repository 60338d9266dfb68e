import { z } from 'zod';
import { classify, defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { type BodyFatEquation, bodyFatBy, bodyFatEquations, type Measured } from './body-fat-equations.ts';
import { body } from './family.ts';
import { FAT_CLASSES_FROM, fatClasses } from './fat-classes.ts';
import { ace } from './sources.ts';

/** Body fat from a tape measure or a pair of scales. */
export const bodyFat = defineCalculator({
  name: 'body-fat',
  family: body,
  since: 'classic',
  aliases: ['bodyfat'],
  input: z.object({
    gender: field.gender(),
    age: field.age({ min: 7, max: 100 }).optional(),
    weight: field.weight({ min: 15, max: 400 }).optional(),
    height: field.height({ min: 100, max: 250 }).optional(),
    bmi: field.quantity({ min: 10, max: 80 }, 'kg/m²').optional(),
    neck: field.length({ min: 20, max: 70 }).optional(),
    waist: field.waist({ min: 40, max: 200 }).optional(),
    hip: field.hip().optional(),
    // The default equation depends on the measurements that are given, so none is documented.
    method: method(bodyFatEquations, { all: true }).unwrap().optional(),
  }),
  output: z.object({
    body_fat_percent: result.percent(),
    fat_mass_kg: result.kilograms().optional(),
    lean_mass_kg: result.kilograms().optional(),
    category: result.classOf(fatClasses.male, fatClasses.female).optional(),
  }),
  profile: ['gender', 'age', 'weight', 'height', 'bmi', 'neck', 'waist', 'hip'],
  usedBy: {
    height: ['navy', 'deurenberg', 'gallagher', 'cun_bae'],
    bmi: ['deurenberg', 'gallagher', 'cun_bae'],
    neck: ['navy'],
    waist: ['navy', 'army'],
    hip: ['navy'],
  },
  equations: bodyFatEquations,
  sources: [ace],
  examples: [
    {
      input: { gender: 'male', height: 178, neck: 38, waist: 88, weight: 80 },
      output: { body_fat_percent: 18.7, fat_mass_kg: 14.96, lean_mass_kg: 65.04, category: 'average' },
      origin: 'Independent calculation with 50 digits: D = 1.056112 g/cm³, 18.7001 %',
    },
    {
      input: { gender: 'female', height: 165, neck: 33, waist: 75, hip: 98 },
      output: { body_fat_percent: 28.44, category: 'average' },
      origin: 'Independent calculation with 50 digits: 28.4350 %',
    },
    {
      input: { gender: 'male', age: 35, bmi: 27 },
      output: { body_fat_percent: 24.25, category: 'average' },
      origin: 'By hand: 1.20 · 27 + 0.23 · 35 − 10.8 − 5.4 = 32.4 + 8.05 − 16.2 = 24.25',
    },
    {
      input: { gender: 'female', age: 40, bmi: 23.5 },
      output: { body_fat_percent: 32, category: 'obese' },
      origin: 'By hand: 1.20 · 23.5 + 0.23 · 40 − 5.4 = 28.2 + 9.2 − 5.4 = 32, where the band begins',
    },
    {
      input: { gender: 'female', age: 35, bmi: 27, method: 'cun_bae' },
      output: { body_fat_percent: 37.7 },
      origin: 'By hand: −44.988 + 17.605 + 10.689 + 85.644 − 18.954 + 4.887 − 18.9 − 3.645 + 5.35815 = 37.69615',
    },
    {
      input: { gender: 'male', weight: 81.6466266, waist: 86.36, method: 'army' },
      output: { body_fat_percent: 19.09 },
      origin: 'By hand: 180 lb and 34 in; −26.97 − 0.12 · 180 + 1.99 · 34 = −26.97 − 21.6 + 67.66 = 19.09',
    },
  ],
  calculate(person) {
    const { bmi, weight, height, age, gender } = person;
    if (bmi !== undefined && weight !== undefined && height !== undefined) {
      throw new OutsideValidity('bmi', 'body-fat.bmi_given_twice');
    }
    const equation = chosen(person);
    const percent = bodyFatBy(equation, person);
    const fatMass = weight === undefined ? undefined : (weight * percent) / 100;
    return {
      body_fat_percent: percent,
      ...(fatMass === undefined || weight === undefined
        ? {}
        : { fat_mass_kg: fatMass, lean_mass_kg: weight - fatMass }),
      ...(age !== undefined && age < FAT_CLASSES_FROM ? {} : { category: classify(percent, fatClasses[gender]) }),
    };
  },
  explain: (person) => ({
    equation: chosen(person),
    classes: { category: fatClasses[person.gender] },
    notes: ['body-fat.accuracy'],
  }),
});

/** The tape is more accurate than the scales, so it is the default where its measurements are given. */
function chosen(person: Measured & { readonly method?: BodyFatEquation | undefined }): BodyFatEquation {
  return person.method ?? (person.neck !== undefined && person.waist !== undefined ? 'navy' : 'deurenberg');
}
