import { above, classTable } from '../kit/index.ts';

/** Recommended hours of sleep in 24 hours at an age, and the wider range that may be appropriate. */
interface Recommendation {
  readonly recommended: { readonly min: number; readonly max: number };
  readonly acceptable: { readonly min: number; readonly max: number };
}

const hours = (min: number, max: number, acceptableMin: number, acceptableMax: number): Recommendation => ({
  recommended: { min, max },
  acceptable: { min: acceptableMin, max: acceptableMax },
});

/** National Sleep Foundation (Hirshkowitz 2015, table 2 and figure 1). */
export const SLEEP = {
  newborn: hours(14, 17, 11, 19),
  infant: hours(12, 15, 10, 18),
  toddler: hours(11, 14, 9, 16),
  preschooler: hours(10, 13, 8, 14),
  school_child: hours(9, 11, 7, 12),
  teenager: hours(8, 10, 7, 11),
  young_adult: hours(7, 9, 6, 11),
  adult: hours(7, 9, 6, 10),
  older_adult: hours(7, 8, 5, 9),
} satisfies Record<string, Recommendation>;
export type SleepAgeGroup = keyof typeof SLEEP;
export const SLEEP_AGE_GROUPS = Object.keys(SLEEP) as [SleepAgeGroup, ...SleepAgeGroup[]];

/** First age of a group in completed years. */
const FROM_YEARS: readonly (readonly [SleepAgeGroup, number])[] = [
  ['toddler', 1],
  ['preschooler', 3],
  ['school_child', 6],
  ['teenager', 14],
  ['young_adult', 18],
  ['adult', 26],
  ['older_adult', 65],
];

/** Newborns become infants at four months. */
const INFANT_FROM_MONTHS = 4;

/** The group of a child in its first year, by completed months. */
export const groupOfMonths = (months: number): SleepAgeGroup => (months < INFANT_FROM_MONTHS ? 'newborn' : 'infant');

/** The group of an age of 1 or more completed years. */
export function groupOfYears(age: number): SleepAgeGroup {
  return FROM_YEARS.findLast(([, from]) => age >= from)?.[0] ?? 'infant';
}

/** Classes of the hours slept. A recommendation of 7 to 9 hours includes 9. */
export const sleepClasses = ({ recommended, acceptable }: Recommendation) =>
  classTable({
    too_short: 0,
    short: acceptable.min,
    recommended: recommended.min,
    long: above(recommended.max),
    too_long: above(acceptable.max),
  });
