import { z } from 'zod';
import { defineCalculator, field, given, method, OutsideValidity, result } from '../kit/index.ts';
import { energy } from './family.ts';
import { condition } from './food-fields.ts';

const equations = {
  iom: {
    formula:
      'total water 3.7 L/day (men), 2.7 (women), 3.0 (pregnant), 3.8 (lactating); of it drinks 3.0, 2.2, 2.3, 3.1',
    sources: [
      {
        citation:
          'Institute of Medicine. Dietary Reference Intakes for Water, Potassium, Sodium, Chloride, and Sulfate. National Academies Press, Washington 2005',
        doi: '10.17226/10925',
      },
    ],
  },
  efsa: {
    formula: 'total water 2.5 L/day (men), 2.0 (women), 2.3 (pregnant), 2.7 (lactating)',
    sources: [
      {
        citation:
          'EFSA Panel on Dietetic Products, Nutrition, and Allergies. Scientific opinion on dietary reference values for water. EFSA J 2010;8(3):1459',
        doi: '10.2903/j.efsa.2010.1459',
      },
    ],
  },
  by_weight: {
    formula: '30 to 35 mL/day for each kg of weight',
    sources: [{ citation: 'Convention of nutrition practice; no study of its own stands behind it' }],
    date: '2026',
  },
};

type Drinker = 'male' | 'female' | 'pregnant' | 'lactating';

/** Adequate intakes of adults in L/day, water of food included. */
const IOM: Readonly<Record<Drinker, { readonly water_l: number; readonly drinks_l: number }>> = {
  male: { water_l: 3.7, drinks_l: 3 },
  female: { water_l: 2.7, drinks_l: 2.2 },
  pregnant: { water_l: 3, drinks_l: 2.3 },
  lactating: { water_l: 3.8, drinks_l: 3.1 },
};
const EFSA: Readonly<Record<Drinker, number>> = { male: 2.5, female: 2, pregnant: 2.3, lactating: 2.7 };

const L_PER_KG = { min: 0.03, max: 0.035 };

/** Water that an adult needs in a day, from drinks and food. */
export const waterIntake = defineCalculator({
  name: 'water-intake',
  family: energy,
  since: 'classic',
  aliases: ['dwi'],
  input: z.object({
    gender: field.gender(),
    weight: field.weight({ min: 30, max: 300 }).optional(),
    condition: condition(),
    method: method(equations, { all: true }),
  }),
  output: z.object({
    water_l: result.litres(),
    water_max_l: result.litres().optional(),
    drinks_l: result.litres().optional(),
  }),
  profile: ['gender', 'weight', 'condition'],
  usedBy: {
    weight: ['by_weight'],
  },
  equations,
  examples: [
    {
      input: { gender: 'male' },
      output: { water_l: 3.7, drinks_l: 3 },
      origin: 'IOM 2005, adequate intake of men',
    },
    {
      input: { gender: 'female', condition: 'lactating', method: 'efsa' },
      output: { water_l: 2.7 },
      origin: 'EFSA 2010: 2.0 L of women and 0.7 L more while nursing',
    },
    {
      input: { gender: 'female', weight: 64, method: 'by_weight' },
      output: { water_l: 1.92, water_max_l: 2.24 },
      origin: 'By hand: 64 · 0.030 = 1.92; 64 · 0.035 = 2.24',
    },
  ],
  calculate(person) {
    const { gender, condition, method } = person;
    if (condition !== undefined && gender === 'male') {
      throw new OutsideValidity('condition', 'women_only');
    }
    if (method === 'by_weight') {
      if (condition !== undefined) throw new OutsideValidity('condition', 'water-intake.not_by_weight');
      const { weight } = given(person, ['weight'], method);
      return { water_l: L_PER_KG.min * weight, water_max_l: L_PER_KG.max * weight };
    }
    const drinker = condition ?? gender;
    return method === 'iom' ? IOM[drinker] : { water_l: EFSA[drinker] };
  },
  explain: () => ({ notes: ['water-intake.heat'] }),
});
