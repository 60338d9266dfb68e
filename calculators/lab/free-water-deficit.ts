import { z } from 'zod';
import { defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { sodium } from './laboratory-inputs.ts';

/** Sodium, mmol/L, that the deficit is measured from. */
const NORMAL_SODIUM = 140;

/** Share of water in the weight: less in the elderly, who are 65 or older. */
const WATER = { adult: { male: 0.6, female: 0.5 }, elderly: { male: 0.5, female: 0.45 } };
const ELDERLY = 65;

/** Water without electrolytes that a patient with a high sodium lacks. */
export const freeWaterDeficit = defineCalculator({
  name: 'free-water-deficit',
  family: lab,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    age: field.age({ min: 18, max: 120 }),
    weight: field.weight({ min: 20, max: 650 }),
    sodium: sodium(),
  }),
  output: z.object({ free_water_deficit_l: result.litres() }),
  profile: ['gender', 'age', 'weight', 'sodium'],
  equations: {
    adrogue_madias: {
      formula:
        'deficit = share of water · weight [kg] · (sodium / 140 − 1) L; share 0.6 (men), 0.5 (women, elderly men), 0.45 (elderly women)',
      sources: [
        {
          citation: 'Adrogué HJ, Madias NE. Hypernatremia. N Engl J Med 2000;342:1493-1499',
          doi: '10.1056/NEJM200005183422006',
        },
      ],
    },
  },
  examples: [
    {
      input: { gender: 'male', age: 64, weight: 70, sodium: 155 },
      output: { free_water_deficit_l: 4.5 },
      origin: 'By hand: 0.6 · 70 · (155 / 140 − 1) = 42 · 15 / 140 = 4.5, one year before the elderly',
    },
    {
      input: { gender: 'male', age: 65, weight: 84, sodium: 165 },
      output: { free_water_deficit_l: 7.5 },
      origin: 'By hand: 0.5 · 84 · 25 / 140 = 7.5, where the elderly begin',
    },
    {
      input: { gender: 'female', age: 40, weight: 60, sodium: 168 },
      output: { free_water_deficit_l: 6 },
      origin: 'By hand: 0.5 · 60 · 28 / 140 = 6',
    },
    {
      input: { gender: 'female', age: 80, weight: 60, sodium: 154 },
      output: { free_water_deficit_l: 2.7 },
      origin: 'By hand: 0.45 · 60 · 14 / 140 = 2.7',
    },
  ],
  calculate({ gender, age, weight, sodium }) {
    if (sodium < NORMAL_SODIUM) throw new OutsideValidity('sodium', 'free-water-deficit.high_sodium');
    const share = WATER[age < ELDERLY ? 'adult' : 'elderly'][gender];
    return { free_water_deficit_l: share * weight * (sodium / NORMAL_SODIUM - 1) };
  },
  explain: () => ({ notes: ['free-water-deficit.losses', 'free-water-deficit.rate'] }),
});
