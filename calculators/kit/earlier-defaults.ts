import type { z } from 'zod';
import { dayNumber, isoDate } from './dates.ts';
import type { FieldReader } from './field-reader.ts';
import { type InputProblem, inputProblem } from './input-problems.ts';

/** Defaults of inputs that a calculator had until a day. */
export interface EarlierDefaults {
  /** The first day, `YYYY-MM-DD`, on which they did not apply any more. */
  readonly before: string;
  /** Values by the name of the input, as a caller would send them. */
  readonly defaults: Readonly<Record<string, string | number | boolean>>;
}

/** The first day that `asOf` can name: the first day of the oldest cycle of coefficients that a calculator has. */
export const FIRST_DAY = '2017-01-01';

/** Whether a text is a date `YYYY-MM-DD` that exists. */
function isDay(text: string): boolean {
  return DAY_PATTERN.test(text) && isoDate(dayNumber(text)) === text;
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Why a text is no day that `asOf` can name: from {@link FIRST_DAY} to today in UTC. `undefined` if it is one.
 *
 * @param field name of the parameter, for the problem
 */
export function dayProblem(field: string, text: string): InputProblem | undefined {
  const last = isoDate(Math.floor(Date.now() / MILLISECONDS_OF_DAY));
  if (isDay(text) && text >= FIRST_DAY && text <= last) return undefined;
  return inputProblem(field, 'not_a_date', { first: FIRST_DAY, last });
}

const MILLISECONDS_OF_DAY = 86_400_000;

/**
 * The defaults of a day that are not those of today; `undefined` if all are.
 *
 * @param earlier the newest first
 * @throws RangeError if the day is no date
 */
export function defaultsOn(day: string, earlier: readonly EarlierDefaults[]): EarlierDefaults['defaults'] | undefined {
  if (!isDay(day)) throw new RangeError(`asOf is a date YYYY-MM-DD; got ${day}`);
  return earlier.findLast(({ before }) => day < before)?.defaults;
}

/**
 * Checks the earlier defaults of a calculator.
 *
 * @throws RangeError unless the days exist, the newest first, and every default is a value of an input
 */
export function checkEarlier(name: string, earlier: readonly EarlierDefaults[], fields: readonly FieldReader[]): void {
  let newer: string | undefined;
  for (const { before, defaults } of earlier) {
    if (!isDay(before) || before <= FIRST_DAY) {
      throw new RangeError(`${name}: earlier defaults end on a date after ${FIRST_DAY}; got ${before}`);
    }
    if (newer !== undefined && before >= newer) throw new RangeError(`${name}: earlier defaults, the newest first`);
    newer = before;
    for (const [input, value] of Object.entries(defaults)) {
      const core: z.ZodType | undefined = fields.find((field) => field.name === input)?.core;
      if (!core?.safeParse(value).success) throw new RangeError(`${name}: ${input} cannot be ${value}`);
    }
  }
}
