import { quetelet } from '../body/quetelet.ts';
import { InputRefused, OutsideValidity, reaches } from '../kit/index.ts';
import { type IntakePerson, requirementBy } from './reference-intake-equations.ts';

/** A pregnant woman, or one who breastfeeds. */
export interface Mother extends IntakePerson {
  readonly condition: 'pregnant' | 'lactating';
  readonly gestational_weeks?: number | undefined;
  readonly pre_pregnancy_weight?: number | undefined;
  readonly months_since_birth?: number | undefined;
}

type Edition = keyof typeof requirementBy;

/** The trimesters, by completed weeks: the first has the requirement of before pregnancy. */
const SECOND_TRIMESTER = 14;
const THIRD_TRIMESTER = 28;

/** NASEM 2023, from the second trimester on: intercept, and the coefficients of height in cm and weight in kg. */
const PREGNANT: Readonly<Record<IntakePerson['activity_level'], readonly [number, number, number]>> = {
  inactive: [1131.2, 0.34, 12.15],
  low_active: [693.35, 5.73, 10.2],
  active: [-223.84, 13.23, 8.15],
  highly_active: [-779.72, 18.45, 8.73],
};
const PER_YEAR = -2.04;
const PER_WEEK = 9.16;

/** Energy that pregnancy stores in kcal/day (NASEM 2023), from a body mass index before pregnancy. */
const DEPOSITION = [
  [0, 300],
  [18.5, 200],
  [25, 150],
  [30, -50],
] as const;

/** Additional kcal/day of pregnancy (IOM 2005) in the second and the third trimester. */
const IOM_PREGNANT = { second: 340, third: 452 };

/** Milk less what the body's stores give, in kcal/day, in the first six months after the birth and in the next six. */
const LACTATING: Readonly<Record<Edition, { readonly first: number; readonly later: number }>> = {
  nasem_2023: { first: 540 - 140, later: 380 },
  iom_2005: { first: 500 - 170, later: 400 },
};
const FIRST_MONTHS = 6;

/** Youngest age of the life stages of pregnancy and lactation. */
const MOTHER_FROM = 14;

/**
 * Estimated energy requirement in kcal/day in pregnancy and lactation.
 *
 * @throws InputRefused if the week of pregnancy, the weight before it, or the months since the birth are not given
 * @throws OutsideValidity for a man, or a girl below 14 years
 */
export function requirementOfMother(edition: Edition, mother: Mother): number {
  if (mother.gender === 'male') throw new OutsideValidity('condition', 'women_only');
  if (mother.age < MOTHER_FROM) {
    throw new OutsideValidity('condition', 'estimated-energy-requirement.mothers_from', { min: MOTHER_FROM });
  }
  if (mother.condition === 'lactating') {
    const months_since_birth = needed(mother, 'months_since_birth');
    const { first, later } = LACTATING[edition];
    return requirementBy[edition](mother) + (months_since_birth < FIRST_MONTHS ? first : later);
  }
  const weeks = needed(mother, 'gestational_weeks');
  if (weeks < SECOND_TRIMESTER) return requirementBy[edition](mother);
  if (edition === 'iom_2005') {
    return requirementBy.iom_2005(mother) + (weeks < THIRD_TRIMESTER ? IOM_PREGNANT.second : IOM_PREGNANT.third);
  }
  const bmi = quetelet(needed(mother, 'pre_pregnancy_weight'), mother.height);
  const [, deposition] = DEPOSITION.findLast(([from]) => reaches(bmi, from)) ?? DEPOSITION[0];
  const [intercept, perCm, perKg] = PREGNANT[mother.activity_level];
  return (
    intercept + PER_YEAR * mother.age + perCm * mother.height + perKg * mother.weight + PER_WEEK * weeks + deposition
  );
}

function needed(mother: Mother, field: 'gestational_weeks' | 'pre_pregnancy_weight' | 'months_since_birth'): number {
  const value = mother[field];
  if (value !== undefined) return value;
  const values = { field, condition: mother.condition };
  throw new InputRefused([
    { field, code: 'missing', message: 'estimated-energy-requirement.needed_with_condition', values },
  ]);
}
