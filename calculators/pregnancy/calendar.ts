import { dayNumber, field, InputRefused, isoDate } from '../kit/index.ts';

/** Days of a pregnancy from the first day of the last period to the due date (Naegele). */
export const TERM_DAYS = 280;

/** Days from ovulation to the next period. They do not depend on the length of the cycle. */
export const LUTEAL_DAYS = 14;

/** Days from conception to the due date. */
export const CONCEPTION_TO_TERM = TERM_DAYS - LUTEAL_DAYS;

/** Days that sperm survive: the fertile window begins before ovulation (Wilcox 1995). */
export const FERTILE_BEFORE_OVULATION = 5;

/** The assumed length of a cycle if none is given. */
export const USUAL_CYCLE = 28;

/** Length of the menstrual cycle in days. */
export const cycle = () => field.count({ min: 20, max: 45 }, 'days');

/** Gestational age as obstetrics writes it: completed weeks and additional days. */
export const gestationalAgeFields = {
  gestational_weeks: field.count({ min: 0, max: 44 }, 'weeks').optional(),
  gestational_days: field.count({ min: 0, max: 6 }, 'days').optional(),
};

interface GestationalAge {
  readonly gestational_weeks?: number | undefined;
  readonly gestational_days?: number | undefined;
}

/**
 * Gestational age in weeks with decimals, if it is given.
 *
 * @throws InputRefused if days are given without the weeks
 */
export function weeksOf({ gestational_weeks, gestational_days }: GestationalAge): number | undefined {
  if (gestational_weeks !== undefined) return gestational_weeks + (gestational_days ?? 0) / 7;
  if (gestational_days !== undefined) {
    const field = 'gestational_weeks';
    throw new InputRefused([{ field, code: 'missing', message: 'input.missing', values: { field } }]);
  }
  return undefined;
}

/** The date a number of days after another one. */
export const daysAfter = (date: string, days: number): string => isoDate(dayNumber(date) + days);

/** Days from one date to another, negative if the other one comes first. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
