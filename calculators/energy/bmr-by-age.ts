import { given } from '../kit/index.ts';
import type { LeanBody } from './fat-free-mass.ts';

/** The measurements of a person that the equations use. */
export interface BmrPerson extends LeanBody {
  readonly gender?: 'male' | 'female' | undefined;
  readonly age?: number | undefined;
  readonly height?: number | undefined;
}

/** One row of a table by age: its first age, the rate for each kg, the constant, and the rate for each m of height. */
type Line = readonly [from: number, perKg: number, constant: number, perMetre?: number];
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

/** In MJ/day, as Schofield prints them. */
const SCHOFIELD_HEIGHT: Lines = {
  male: [
    [0, 0.0007, -2.584, 6.349],
    [3, 0.082, 1.736, 0.545],
    [10, 0.068, 2.157, 0.574],
    [18, 0.063, 2.953, -0.042],
    [30, 0.048, 3.67, -0.011],
    [60, 0.038, -3.491, 4.068],
  ],
  female: [
    [0, 0.068, -1.73, 4.281],
    [3, 0.071, 1.553, 0.677],
    [10, 0.035, 0.837, 1.948],
    [18, 0.057, 0.411, 1.184],
    [30, 0.034, 3.53, 0.006],
    [60, 0.033, 0.074, 1.917],
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

/** For boys from 3 to 10 Henry prints 1.31 MJ for each m, but 74.2 kcal; 1.31 MJ are 313 kcal. */
const HENRY_HEIGHT: Lines = {
  male: [
    [0, 28.2, -371, 859],
    [3, 15.1, 306, 313],
    [10, 15.6, 299, 266],
    [18, 14.4, 113, 313],
    [30, 11.4, -137, 541],
    [60, 11.4, -256, 541],
  ],
  female: [
    [0, 30.4, -287, 703],
    [3, 15.9, 349, 210],
    [10, 9.4, 462, 249],
    [18, 10.4, -282, 615],
    [30, 8.18, -11.6, 502],
    [60, 8.52, 10.7, 421],
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

const KCAL_PER_MJ = 1000 / 4.184;

/** The tables by age, and kcal/day in the unit of each. */
const TABLES = {
  schofield: [SCHOFIELD, 1],
  schofield_height: [SCHOFIELD_HEIGHT, KCAL_PER_MJ],
  henry: [HENRY, 1],
  henry_height: [HENRY_HEIGHT, 1],
  fao_who_unu_1985: [FAO_WHO_UNU, 1],
} as const;

/** The equations that have a row for each age from birth. */
export const EQUATIONS_BY_AGE = Object.keys(TABLES) as (keyof typeof TABLES)[];

/**
 * Basal metabolic rate in kcal/day by the row for an age in completed years: at 30 it is the row from 30 to 60.
 *
 * @throws InputRefused if the equation needs an input that is not given
 */
export function rateByAge(equation: keyof typeof TABLES, person: BmrPerson): number {
  const [lines, unit] = TABLES[equation];
  const { gender, age, weight } = given(person, ['gender', 'age', 'weight'], equation);
  const line = lines[gender].findLast(([from]) => age >= from);
  if (!line) throw new RangeError(`${equation} has no line for the age ${age}`);
  const [, perKg, constant, perMetre] = line;
  const ofWeight = perKg * weight + constant;
  if (perMetre === undefined) return ofWeight * unit;
  return (ofWeight + (perMetre * given(person, ['height'], equation).height) / 100) * unit;
}
