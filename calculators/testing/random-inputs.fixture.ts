import { z } from 'zod';
import { type Calculator, DAY, dayNumber, type FieldReader, isoDate, timeOfDay } from '../kit/index.ts';

/** Inputs of a calculator by name. */
export type Input = Readonly<Record<string, unknown>>;

/** A number from 0 to 1, 1 not included. */
export type Random = () => number;

/** Numbers from 0 to 1, the same in every run (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Every required input, and each optional one sometimes, mostly as in an example.
 *
 * @param without an input that is left out; `method` always is
 */
export function personLike({ fields }: Calculator, example: Input, random: Random, without?: string): Input {
  const chosen = fields.filter(({ name, required }) => {
    if (name === without || name === 'method') return false;
    return required || random() < (example[name] === undefined ? 0.4 : 0.9);
  });
  return Object.fromEntries(chosen.map((field) => [field.name, valueFor(field, example[field.name], random)]));
}

/** A value of one input: often close to the one of an example, else anywhere within the bounds. */
export function valueFor({ core, meta, kind, options }: FieldReader, example: unknown, random: Random): unknown {
  const among = (values: readonly unknown[]) => values[Math.floor(random() * values.length)];
  if (core instanceof z.ZodNumber) return numberIn(core, kind === 'integer', example, random);
  if (example !== undefined && random() < 0.5) return example;
  if (core instanceof z.ZodArray) {
    const { minItems = 0, maxItems = minItems } = z.toJSONSchema(core);
    const length = Math.min(minItems + Math.floor(random() * 30), maxItems);
    return Array.from({ length }, () => numberIn(core.element as z.ZodNumber, false, undefined, random));
  }
  if (meta.dates) return isoDate(dayNumber('2025-01-01') + Math.floor(random() * 400));
  if (meta.clock) return timeOfDay(Math.floor(random() * DAY));
  if (kind === 'boolean') return random() < 0.5;
  return options.length > 0 ? among(options) : among(['running', '15610', '12028']);
}

/** A number close to the one of an example, or anywhere within the bounds, small ones as often as large ones. */
function numberIn({ minValue, maxValue }: z.ZodNumber, whole: boolean, example: unknown, random: Random): number {
  const min = minValue ?? 0;
  const max = maxValue ?? 1000;
  const spread = min > 0 && max / min > 50 ? min * (max / min) ** random() : min + (max - min) * random();
  const near = typeof example === 'number' && random() < 0.6 ? example * (0.8 + 0.4 * random()) : spread;
  const number = whole ? Math.round(near) : near;
  return Math.min(Math.max(number, min), max);
}
