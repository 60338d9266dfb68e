import { z } from 'zod';
import { defineCalculator, result } from '../kit/index.ts';
import { dailyEnergy, ENERGY_OF_A_DAY, energyOrAdult } from './daily-energy.ts';
import { energy } from './family.ts';
import { KCAL_PER_G } from './food-energy.ts';
import { AMDR } from './macronutrient-ranges.ts';
import { iom2005, mcardle, mifflin } from './sources.ts';

/** Upper limit of the energy from saturated fatty acids in percent (WHO 2023). */
const MOST_SATURATED = 10;

/** Fat to eat in a day, as a share of the energy. */
export const fatIntake = defineCalculator({
  name: 'fat-intake',
  family: energy,
  since: 'classic',
  input: z.object(energyOrAdult),
  output: z.object({
    fat_g: z.object({ min: result.rounded(2), max: result.rounded(2) }),
    saturated_fat_limit_g: result.rounded(2),
    energy_kcal: result.kcal(ENERGY_OF_A_DAY),
  }),
  profile: ['energy', 'gender', 'age', 'weight', 'height', 'activity_level'],
  equations: {
    fat_share: {
      formula:
        'fat [g] = energy [kcal]·20 to 35 % / 9, saturated fat at most 10 % / 9; without energy: basal metabolic rate·activity multiplier',
      sources: [
        iom2005,
        {
          citation:
            'WHO. Saturated fatty acid and trans-fatty acid intake for adults and children: WHO guideline. Geneva 2023',
        },
        mifflin,
        mcardle,
      ],
    },
  },
  examples: [
    {
      input: { energy: 2000 },
      output: { fat_g: { min: 44.44, max: 77.78 }, saturated_fat_limit_g: 22.22, energy_kcal: 2000 },
      origin: 'By hand: 2000 · 0.2 / 9 = 44.444; 2000 · 0.35 / 9 = 77.778; 2000 · 0.1 / 9 = 22.222',
    },
    {
      input: { energy: 2700 },
      output: { fat_g: { min: 60, max: 105 }, saturated_fat_limit_g: 30 },
      origin: 'By hand: 540 / 9 = 60; 945 / 9 = 105; 270 / 9 = 30',
    },
    {
      input: { gender: 'male', age: 34, weight: 82, height: 178, activity_level: 'moderately_active' },
      output: { fat_g: { min: 60.88, max: 106.54 }, energy_kcal: 2739.63 },
      origin: 'By hand: 1767.5 · 1.55 = 2739.625; · 0.2 / 9 = 60.881; · 0.35 / 9 = 106.541',
    },
  ],
  calculate(person) {
    const kcal = dailyEnergy(person);
    const grams = (percent: number) => (kcal * percent) / 100 / KCAL_PER_G.fat;
    return {
      fat_g: { min: grams(AMDR.fat.min), max: grams(AMDR.fat.max) },
      saturated_fat_limit_g: grams(MOST_SATURATED),
      energy_kcal: kcal,
    };
  },
});
