import { z } from 'zod';
import type { Bounds, Period } from './fields.ts';

// Plugins may be plain JavaScript, and a wrong argument would show only in the answer to a call.

/**
 * Checks the bounds of an input.
 *
 * @throws RangeError unless both are finite numbers and `min` is not above `max`
 */
export function checkBounds(bounds: Bounds): void {
  const { min, max } = Object(bounds) as Partial<Bounds>;
  if (Number.isFinite(min) && Number.isFinite(max) && Number(min) <= Number(max)) return;
  throw new RangeError(`bounds are { min, max }, two numbers with min not above max; got min ${min}, max ${max}`);
}

/** Checks a whole number of a declaration. @throws RangeError unless it is one, from `min` to `max` */
export function checkWhole(told: string, value: number, { min, max }: Bounds): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new RangeError(`${told} must be a whole number from ${min} to ${max}; got ${value}`);
}

/** Checks the words of a choice or a key. @throws RangeError unless they are texts, at least one, none of them twice */
export function checkWords(words: readonly string[]): void {
  const list: readonly unknown[] = Array.isArray(words) ? words : [];
  const wrong = list.find((word, at) => typeof word !== 'string' || word === '' || list.indexOf(word) !== at);
  if (list.length > 0 && wrong === undefined) return;
  throw new RangeError(`words are a list of different texts; got ${JSON.stringify(words)}`);
}

/** Checks the dates of an input. @throws RangeError unless both exist and the first is not after the last */
export function checkPeriod(dates: Period): void {
  const { first, last } = Object(dates) as Partial<Period>;
  if (isDate(first) && isDate(last) && first <= last) return;
  throw new RangeError(`dates are { first, last }, two dates YYYY-MM-DD in this order; got ${first}, ${last}`);
}

function isDate(text: unknown): text is string {
  return z.iso.date().safeParse(text).success;
}
