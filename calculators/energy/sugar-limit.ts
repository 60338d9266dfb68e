import { z } from 'zod';
import { defineCalculator, method, result } from '../kit/index.ts';
import { dailyEnergy, ENERGY_OF_A_DAY, energyOrAdult } from './daily-energy.ts';
import { energy } from './family.ts';
import { KCAL_PER_G } from './food-energy.ts';
import { mcardle, mifflin } from './sources.ts';

const who2015 = { citation: 'WHO. Guideline: sugars intake for adults and children. Geneva 2015' };

const WITHOUT_ENERGY = 'without energy: basal metabolic rate·activity multiplier';

const equations = {
  who: {
    formula: `free sugars [g] = energy [kcal]·10 % / 4; ${WITHOUT_ENERGY}`,
    sources: [who2015, mifflin, mcardle],
  },
  who_conditional: {
    formula: `free sugars [g] = energy [kcal]·5 % / 4; ${WITHOUT_ENERGY}`,
    sources: [who2015, mifflin, mcardle],
  },
};

/** Upper limit of the energy from free sugars in percent. */
const PERCENT = { who: 10, who_conditional: 5 };

/** Daily upper limit of free sugars. */
export const sugarLimit = defineCalculator({
  name: 'sugar-limit',
  family: energy,
  since: 'v1.0.0',
  aliases: ['ss-intake-calculator'],
  input: z.object({ ...energyOrAdult, method: method(equations, { all: true }) }),
  output: z.object({ free_sugar_limit_g: result.rounded(2), energy_kcal: result.kcal(ENERGY_OF_A_DAY) }),
  profile: ['energy', 'gender', 'age', 'weight', 'height', 'activity_level'],
  equations,
  examples: [
    {
      input: { energy: 2000 },
      output: { free_sugar_limit_g: 50, energy_kcal: 2000 },
      origin: 'WHO 2015: 10 % of 2000 kcal are 200 kcal or 50 g',
    },
    {
      input: { energy: 2000, method: 'who_conditional' },
      output: { free_sugar_limit_g: 25 },
      origin: 'WHO 2015: 5 % of 2000 kcal are 100 kcal or 25 g',
    },
    {
      input: { gender: 'female', age: 34, weight: 68, height: 167, activity_level: 'lightly_active' },
      output: { free_sugar_limit_g: 47.88, energy_kcal: 1915.03 },
      origin: 'By hand: 1392.75 · 1.375 = 1915.03125; · 0.1 / 4 = 47.876',
    },
  ],
  calculate(person) {
    const kcal = dailyEnergy(person);
    return { free_sugar_limit_g: (kcal * PERCENT[person.method]) / 100 / KCAL_PER_G.carbohydrate, energy_kcal: kcal };
  },
  explain: () => ({ notes: ['sugar-limit.free_sugars'] }),
});
