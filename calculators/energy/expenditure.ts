import type { z } from 'zod';
import { type ActivityLevel, field, given } from '../kit/index.ts';
import { basalMetabolicRate } from './bmr.ts';
import { bmrEquations } from './bmr-equations.ts';

const { mifflin_st_jeor, harris_benedict_1984, katch_mcardle } = bmrEquations;

/** The equations for the basal metabolic rate that the daily expenditure is based on. */
export const expenditureEquations = { mifflin_st_jeor, harris_benedict_1984, katch_mcardle };

/** The inputs of an adult's daily expenditure. */
export const adult = {
  weight: field.weight({ min: 20, max: 650 }),
  height: field.height({ min: 100, max: 272 }),
  age: field.age({ min: 18, max: 100 }),
  gender: field.gender(),
  activity_level: field.activityLevel(),
};

/** An adult and an ordinary day. */
export type Adult = { readonly [Name in keyof typeof adult]: z.output<(typeof adult)[Name]> };

interface ExpenditureInputs extends Adult {
  readonly body_fat?: number | undefined;
  readonly method?: keyof typeof expenditureEquations | undefined;
}

/** Lean mass predicts the rate better than weight, so it is the default where body fat is known. */
export function chosenExpenditure({ method, body_fat }: ExpenditureInputs): keyof typeof expenditureEquations {
  return method ?? (body_fat === undefined ? 'mifflin_st_jeor' : 'katch_mcardle');
}

/** Convention of textbooks; Harris and Benedict have no such factors. */
const MULTIPLIERS: Readonly<Record<ActivityLevel, number>> = {
  sedentary: 1.2,
  lightly_active: 1.375,
  moderately_active: 1.55,
  very_active: 1.725,
  extra_active: 1.9,
};

/**
 * Energy that an adult spends in a day, in kcal: basal metabolic rate times the multiplier of the activity level.
 *
 * @throws InputRefused if Katch-McArdle is asked for without body fat
 */
export function expenditure(person: ExpenditureInputs) {
  const method = chosenExpenditure(person);
  const bmr = basalMetabolicRate(method, method === 'katch_mcardle' ? given(person, ['body_fat'], method) : person);
  const multiplier = MULTIPLIERS[person.activity_level];
  return { tdee: bmr * multiplier, bmr, activity_multiplier: multiplier };
}
