import { given, OutsideValidity } from '../kit/index.ts';
import type { BmrEquation } from './bmr-equations.ts';
import { fatFreeMass, type LeanBody } from './fat-free-mass.ts';

/** The measurements of a person that the equations use. */
export interface BmrPerson extends LeanBody {
  readonly gender?: 'male' | 'female' | undefined;
  readonly age?: number | undefined;
  readonly height?: number | undefined;
}

/** The equations that have coefficients for children; the others were derived from adults. */
const FROM_BIRTH: ReadonlySet<BmrEquation> = new Set(['schofield', 'henry', 'fao_who_unu_1985']);

const ADULT_FROM = 18;

/**
 * Basal metabolic rate in kcal/day.
 *
 * @throws InputRefused if the equation needs an input that is not given
 * @throws OutsideValidity if the person is too young for the equation, or the rate would not be positive
 */
export function basalMetabolicRate(equation: BmrEquation, person: BmrPerson): number {
  if (person.age !== undefined && person.age < ADULT_FROM && !FROM_BIRTH.has(equation)) {
    throw new OutsideValidity('age', 'basal-metabolic-rate.adults_only', { method: equation, min: ADULT_FROM });
  }
  const rate = EQUATIONS[equation](person);
  if (rate <= 0) throw new OutsideValidity('weight', 'impossible_energy');
  return rate;
}

const EQUATIONS: Readonly<Record<BmrEquation, (person: BmrPerson) => number>> = {
  mifflin_st_jeor(person) {
    const { gender, age, weight, height } = measured(person, 'mifflin_st_jeor');
    return 10 * weight + 6.25 * height - 5 * age + (gender === 'male' ? 5 : -161);
  },
  harris_benedict_1919(person) {
    const { gender, age, weight, height } = measured(person, 'harris_benedict_1919');
    return gender === 'male'
      ? 66.473 + 13.7516 * weight + 5.0033 * height - 6.755 * age
      : 655.0955 + 9.5634 * weight + 1.8496 * height - 4.6756 * age;
  },
  harris_benedict_1984(person) {
    const { gender, age, weight, height } = measured(person, 'harris_benedict_1984');
    return gender === 'male'
      ? 88.362 + 13.397 * weight + 4.799 * height - 5.677 * age
      : 447.593 + 9.247 * weight + 3.098 * height - 4.33 * age;
  },
  katch_mcardle: (person) => 370 + 21.6 * fatFreeMass(person),
  cunningham_1980: (person) => 500 + 22 * fatFreeMass(person),
  schofield: (person) => byAge(SCHOFIELD, person, 'schofield'),
  henry: (person) => byAge(HENRY, person, 'henry'),
  fao_who_unu_1985: (person) => byAge(FAO_WHO_UNU, person, 'fao_who_unu_1985'),
  owen(person) {
    const { gender, weight } = given(person, ['gender', 'weight'], 'owen');
    return gender === 'male' ? 879 + 10.2 * weight : 795 + 7.18 * weight;
  },
};

const measured = (person: BmrPerson, equation: BmrEquation) =>
  given(person, ['gender', 'age', 'weight', 'height'], equation);

/** One row of a table by age: its first age, kcal/day for each kg, and the constant in kcal/day. */
type Line = readonly [from: number, perKg: number, constant: number];
type Lines = Readonly<Record<'male' | 'female', readonly Line[]>>;

const SCHOFIELD: Lines = {
  male: [
    [0, 59.512, -30.4],
    [3, 22.706, 504.3],
    [10, 17.686, 658.2],
    [18, 15.057, 692.2],
    [30, 11.472, 873.1],
    [60, 11.711, 587.7],
  ],
  female: [
    [0, 58.317, -31.1],
    [3, 20.315, 485.9],
    [10, 13.384, 692.6],
    [18, 14.818, 486.6],
    [30, 8.126, 845.6],
    [60, 9.082, 658.5],
  ],
};

const HENRY: Lines = {
  male: [
    [0, 61, -33.7],
    [3, 23.3, 514],
    [10, 18.4, 581],
    [18, 16, 545],
    [30, 14.2, 593],
    [60, 13, 567],
    [70, 13.7, 481],
  ],
  female: [
    [0, 58.9, -23.1],
    [3, 20.1, 507],
    [10, 11.1, 761],
    [18, 13.1, 558],
    [30, 9.74, 694],
    [60, 10.2, 572],
    [70, 10, 577],
  ],
};

const FAO_WHO_UNU: Lines = {
  male: [
    [0, 60.9, -54],
    [3, 22.7, 495],
    [10, 17.5, 651],
    [18, 15.3, 679],
    [30, 11.6, 879],
    [60, 13.5, 487],
  ],
  female: [
    [0, 61, -51],
    [3, 22.5, 499],
    [10, 12.2, 746],
    [18, 14.7, 496],
    [30, 8.7, 829],
    [60, 10.5, 596],
  ],
};

/** The row for an age in completed years: at 30 it is the row from 30 to 60. */
function byAge(lines: Lines, person: BmrPerson, equation: BmrEquation): number {
  const { gender, age, weight } = given(person, ['gender', 'age', 'weight'], equation);
  const line = lines[gender].findLast(([from]) => age >= from);
  if (!line) throw new RangeError(`${equation} has no line for the age ${age}`);
  const [, perKg, constant] = line;
  return perKg * weight + constant;
}
