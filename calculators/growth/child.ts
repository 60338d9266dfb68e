import { dayNumber, field, InputRefused, OutsideValidity } from '../kit/index.ts';

/** Mean length of a month in days: WHO and CDC convert with 365.25 / 12. */
export const DAYS_PER_MONTH = 30.4375;

/** The age of a child: in months, or as two dates, which is exact. */
export const ageFields = {
  age_months: field.quantity({ min: 0, max: 240.5 }, 'months', '').optional(),
  birth_date: field.date().optional(),
  date: field.date().optional(),
};

export const AGE_PROFILE = ['age_months', 'birth_date', 'date'] as const;

export interface AgeInput {
  readonly age_months?: number | undefined;
  readonly birth_date?: string | undefined;
  readonly date?: string | undefined;
}

/** An age in completed days and in months with decimals. */
export interface ChildAge {
  readonly days: number;
  readonly months: number;
  /** The input that gave the age, for problems. */
  readonly field: 'age_months' | 'date';
}

/**
 * The age on the day of the measurement.
 *
 * @throws InputRefused if it is not given, or given twice; OutsideValidity if the measurement comes before the birth
 */
export function ageOf({ age_months, birth_date, date }: AgeInput): ChildAge {
  if (age_months !== undefined) {
    if (birth_date !== undefined || date !== undefined) throw ageProblem('outside_validity', 'age_given_twice');
    return { days: Math.round(age_months * DAYS_PER_MONTH), months: age_months, field: 'age_months' };
  }
  if (birth_date === undefined || date === undefined) throw ageProblem('missing', 'age_missing');
  const days = dayNumber(date) - dayNumber(birth_date);
  if (days < 0) throw new OutsideValidity('date', 'before_birth');
  return { days, months: days / DAYS_PER_MONTH, field: 'date' };
}

/** Completed months: by the calendar between two dates, else the whole part of the months given. */
export function completedMonths({ age_months = 0, birth_date, date }: AgeInput): number {
  if (birth_date === undefined || date === undefined) return Math.floor(age_months);
  const [bornYear = 0, bornMonth = 0, bornDay = 0] = birth_date.split('-').map(Number);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return (year - bornYear) * 12 + month - bornMonth - (day < bornDay ? 1 : 0);
}

const ageProblem = (code: 'missing' | 'outside_validity', message: string) =>
  new InputRefused([{ field: 'age_months', code, message }]);

/** @throws OutsideValidity if the age lies outside a range of months, whose ends are included */
export function requireMonths({ months, field: given }: ChildAge, method: string, min: number, max: number): void {
  if (months < min || months > max) throw new OutsideValidity(given, 'age_outside', { method, min, max });
}

/** The position of the child during the measurement: lying or standing. */
export const position = () => field.choice(['lying', 'standing'], { labels: 'position' });

export type Position = 'lying' | 'standing';

/**
 * From this day of age WHO measures standing children; length is 0.7 cm more than height (WHO Child Growth Standards,
 * 2006).
 */
const STANDING_FROM_DAY = 731;
const LYING_LONGER_BY = 0.7;

/** A measurement in the form of WHO's standards: length in the first two years, height afterwards. */
export function asMeasuredByWho(height: number, { days }: ChildAge, measured: Position | undefined): number {
  if (days < STANDING_FROM_DAY) return measured === 'standing' ? height + LYING_LONGER_BY : height;
  return measured === 'lying' ? height - LYING_LONGER_BY : height;
}
