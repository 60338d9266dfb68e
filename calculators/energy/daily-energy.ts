import type { z } from 'zod';
import { field, OutsideValidity } from '../kit/index.ts';
import { adult, expenditure } from './expenditure.ts';
import { requiredWithout } from './required-without.ts';

/** Energy of a day in kcal. */
export const energyOfADay = () => field.quantity({ min: 500, max: 15_000 }, 'kcal/day', 'kcal');

/** What a body can spend, and a person can eat, in a day. */
export const ENERGY_OF_A_DAY = { plausible: { min: 200, max: 25_000 } };

/** The energy of a day, or the inputs of its calculation. */
export const energyOrAdult = {
  energy: energyOfADay().optional(),
  gender: adult.gender.optional(),
  age: adult.age.optional(),
  weight: adult.weight.optional(),
  height: adult.height.optional(),
  activity_level: field.activityLevel().optional(),
};

type EnergyOrAdult = { readonly [Name in keyof typeof energyOrAdult]?: z.output<(typeof energyOrAdult)[Name]> };

/**
 * Energy of a day in kcal: as given, or the expenditure by Mifflin-St Jeor and the activity level.
 *
 * @throws InputRefused if neither is known
 * @throws OutsideValidity if both are given
 */
export function dailyEnergy(input: EnergyOrAdult): number {
  if (input.energy !== undefined) {
    if (input.activity_level !== undefined) throw new OutsideValidity('energy', 'energy_given_twice');
    return input.energy;
  }
  const person = requiredWithout('energy', input, ['gender', 'age', 'weight', 'height', 'activity_level']);
  const { gender, age, weight, height, activity_level } = person;
  return expenditure({ gender, age, weight, height, activity_level, method: 'mifflin_st_jeor' }).tdee;
}
