import type { z } from 'zod';
import { type ActivityLevel, type EarlierDefaults, field, given, OutsideValidity } from '../kit/index.ts';
import { basalMetabolicRate } from './bmr.ts';
import type { BmrEquation } from './bmr-equations.ts';
import { requiredWithout } from './required-without.ts';

/** The inputs of an adult's daily expenditure. */
export const adult = {
  weight: field.weight({ min: 20, max: 650 }),
  height: field.height({ min: 100, max: 272 }),
  age: field.age({ min: 18, max: 100 }),
  gender: field.gender(),
};

/** How active an ordinary day is: a level in words, or its factor. */
export const activity = {
  activity_level: field.unless('activity_factor', field.activityLevel()),
  activity_factor: field.quantity({ min: 1, max: 5 }).optional(),
};

type Inputs<Shape extends Readonly<Record<string, z.ZodType>>> = {
  readonly [Name in keyof Shape]: z.output<Shape[Name]>;
};

/** An adult and an ordinary day. */
interface ExpenditureInputs extends Inputs<typeof adult>, Partial<Inputs<typeof activity>> {
  readonly body_fat?: number | undefined;
  readonly method?: BmrEquation | undefined;
}

/** Lean mass predicts the rate better than weight, so it is the default where body fat is known. */
export function chosenExpenditure({ method, body_fat }: ExpenditureInputs): BmrEquation {
  return method ?? (body_fat === undefined ? 'mifflin_st_jeor' : 'katch_mcardle');
}

/** Until this day the default did not look at body fat. */
export const weightAlone: readonly EarlierDefaults[] = [
  { before: '2026-11-23', defaults: { method: 'mifflin_st_jeor' } },
];

/** Convention of textbooks; Harris and Benedict have no such factors. */
const MULTIPLIERS: Readonly<Record<ActivityLevel, number>> = {
  sedentary: 1.2,
  lightly_active: 1.375,
  moderately_active: 1.55,
  very_active: 1.725,
  extra_active: 1.9,
};

/**
 * Energy that an adult spends in a day, in kcal: basal metabolic rate times the multiplier of the activity level, or the
 * factor that is given.
 *
 * @throws InputRefused if an equation of lean mass is asked for without body fat, or the activity is not given
 * @throws OutsideValidity if the activity is given twice
 */
export function expenditure(person: ExpenditureInputs) {
  const method = chosenExpenditure(person);
  const bmr = basalMetabolicRate(method, OF_LEAN_MASS.has(method) ? given(person, ['body_fat'], method) : person);
  const multiplier = multiplierOf(person);
  return { tdee: bmr * multiplier, bmr, activity_multiplier: multiplier };
}

const OF_LEAN_MASS: ReadonlySet<BmrEquation> = new Set(['katch_mcardle', 'cunningham_1980']);

function multiplierOf(person: ExpenditureInputs): number {
  const { activity_level, activity_factor } = person;
  if (activity_factor === undefined) {
    return MULTIPLIERS[requiredWithout('activity_factor', person, ['activity_level']).activity_level];
  }
  if (activity_level !== undefined) throw new OutsideValidity('activity_factor', 'activity_given_twice');
  return activity_factor;
}
