import { z } from 'zod';
import { defineCalculator, field, given, method, result } from '../kit/index.ts';
import { dailyEnergy, ENERGY_OF_A_DAY, energyOrAdult } from './daily-energy.ts';
import { energy } from './family.ts';
import { KCAL_PER_G } from './food-energy.ts';
import { AMDR } from './macronutrient-ranges.ts';
import { iom2005, mcardle, mifflin } from './sources.ts';

const equations = {
  share_of_energy: {
    formula:
      'carbohydrate [g] = energy [kcal]·45 to 65 % / 4; without energy: basal metabolic rate·activity multiplier',
    sources: [iom2005, mifflin, mcardle],
  },
  training_load: {
    formula:
      'carbohydrate [g] = weight [kg] times 3 to 5 (light), 5 to 7 (moderate), 6 to 10 (high), 8 to 12 (very high)',
    sources: [
      {
        citation:
          'Thomas DT, Erdman KA, Burke LM. Position of the Academy of Nutrition and Dietetics, Dietitians of Canada, and the American College of Sports Medicine: nutrition and athletic performance. J Acad Nutr Diet 2016;116:501-528',
        doi: '10.1016/j.jand.2015.12.006',
      },
    ],
  },
};

/** Grams of carbohydrate for each kg of body weight on a day with this training load. */
const G_PER_KG = {
  light: { min: 3, max: 5 },
  moderate: { min: 5, max: 7 },
  high: { min: 6, max: 10 },
  very_high: { min: 8, max: 12 },
};

const input = z.object({
  ...energyOrAdult,
  training_load: field.choice(['light', 'moderate', 'high', 'very_high'], { labels: 'training_load' }).optional(),
  // A training load selects its own method, so no default is documented.
  method: method(equations).unwrap().optional(),
});

/** Carbohydrate to eat in a day, by the share of the energy or by the training load. */
export const carbohydrateIntake = defineCalculator({
  name: 'carbohydrate-intake',
  family: energy,
  since: 'v1.0.0',
  aliases: ['carbs-calculator'],
  input,
  output: z.object({
    carbohydrate_g: z.object({ min: result.rounded(2), max: result.rounded(2) }),
    energy_kcal: result.kcal(ENERGY_OF_A_DAY).optional(),
  }),
  profile: ['energy', 'gender', 'age', 'weight', 'height', 'activity_level', 'training_load'],
  usedBy: {
    energy: ['share_of_energy'],
    gender: ['share_of_energy'],
    age: ['share_of_energy'],
    height: ['share_of_energy'],
    activity_level: ['share_of_energy'],
    training_load: ['training_load'],
  },
  equations,
  examples: [
    {
      input: { energy: 2000 },
      output: { carbohydrate_g: { min: 225, max: 325 }, energy_kcal: 2000 },
      origin: 'By hand: 2000 · 0.45 / 4 = 225; 2000 · 0.65 / 4 = 325',
    },
    {
      input: { gender: 'female', age: 34, weight: 68, height: 167, activity_level: 'lightly_active' },
      output: { carbohydrate_g: { min: 215.44, max: 311.19 }, energy_kcal: 1915.03 },
      origin: 'By hand: 1392.75 · 1.375 = 1915.03125; · 0.45 / 4 = 215.441; · 0.65 / 4 = 311.193',
    },
    {
      input: { weight: 70, training_load: 'high' },
      output: { carbohydrate_g: { min: 420, max: 700 } },
      origin: 'By hand: 70 · 6 = 420; 70 · 10 = 700',
    },
  ],
  calculate(person) {
    if (chosen(person) === 'training_load') {
      const { weight, training_load } = given(person, ['weight', 'training_load'], 'training_load');
      const { min, max } = G_PER_KG[training_load];
      return { carbohydrate_g: { min: min * weight, max: max * weight } };
    }
    const kcal = dailyEnergy(person);
    const grams = (percent: number) => (kcal * percent) / 100 / KCAL_PER_G.carbohydrate;
    return {
      carbohydrate_g: { min: grams(AMDR.carbohydrate.min), max: grams(AMDR.carbohydrate.max) },
      energy_kcal: kcal,
    };
  },
  explain: (person) => ({ equation: chosen(person), notes: ['carbohydrate-intake.at_least'] }),
});

const chosen = ({ method, training_load }: z.output<typeof input>) =>
  method ?? (training_load === undefined ? 'share_of_energy' : 'training_load');
