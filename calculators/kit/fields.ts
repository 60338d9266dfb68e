import { z } from 'zod';
import { checkBounds, checkPeriod, checkWhole, checkWords } from './arguments.ts';
import { CLOCK_TIME } from './clock.ts';
import type { Dimension } from './units.ts';

/** Facts about an input beyond its zod type. */
export interface FieldMeta {
  /** Other names of the input. */
  readonly aliases?: readonly string[];
  /** The quantity, if its unit differs in imperial requests (lb, in). It is converted before any check. */
  readonly dimension?: Dimension;
  /** Unit for the documentation, if there is no dimension: `years`, `%`, `kcal/day`. */
  readonly unit?: string;
  /** Ending of the name in `profile`: with `percent`, `body_fat` becomes `body_fat_percent`. */
  readonly suffix?: string;
  /** Other words for the values of a choice: `{ mifflin: 'mifflin_st_jeor' }`. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Synonyms that were values of the choice themselves: schemas list them, so that old calls stay valid. */
  readonly earlier?: readonly string[];
  /** Key of a choice's labels in the messages, if it has any. */
  readonly labels?: string;
  /** The input is the `method` of a calculator that can also give all its equations side by side. */
  readonly all?: true;
  /** The seconds of the input may also be written `h:mm:ss` or `m:ss`. */
  readonly time?: true;
  /** Seconds in the unit of spans of time that may also be written `h:mm:ss`; in minutes also `m:ss`. */
  readonly unitSeconds?: 60 | 3600;
  /** The input is a time of day. */
  readonly clock?: true;
  /** Default method of imperial requests, if each system has its own official equation. */
  readonly imperial?: string;
  /** Earliest and latest date, inclusive. */
  readonly dates?: Period;
  /** Another input that replaces this optional one: without both, this one is missing. */
  readonly unless?: string;
}

/** The facts about every input. */
export const fieldMeta = z.registry<FieldMeta>();

/** Inclusive bounds of an input in SI; outside them the request is refused, never clamped. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Dates from the first to the last, `YYYY-MM-DD`, both included. */
export interface Period {
  readonly first: string;
  readonly last: string;
}

function number(bounds: Bounds, meta: FieldMeta) {
  checkBounds(bounds);
  return z.number().min(bounds.min).max(bounds.max).register(fieldMeta, meta);
}

/** A mass in kg (lb in imperial requests). */
export const mass = (bounds: Bounds) => number(bounds, { dimension: 'mass', suffix: 'kg' });

/** A length in cm (in in imperial requests). */
export const length = (bounds: Bounds) => number(bounds, { dimension: 'length', suffix: 'cm' });

/** A share in percent. */
export const percentage = (bounds: Bounds) => number(bounds, { unit: '%', suffix: 'percent' });

/** A number whose unit is the same in both systems. `unit` is for the documentation; a bare number has none. */
export const quantity = (bounds: Bounds, unit?: string, suffix?: string) =>
  number(bounds, { ...(unit === undefined ? {} : { unit }), ...(suffix === undefined ? {} : { suffix }) });

/** A whole number; `30.5` is refused, not rounded. */
export function count(bounds: Bounds, unit?: string) {
  checkBounds(bounds);
  return z
    .int()
    .min(bounds.min)
    .max(bounds.max)
    .register(fieldMeta, unit === undefined ? {} : { unit });
}

/** A date of ISO 8601, `YYYY-MM-DD`, that exists in the Gregorian calendar; `dayNumber` calculates with it. */
export function date(dates: Period = { first: '1900-01-01', last: '2199-12-31' }) {
  checkPeriod(dates);
  return z.iso
    .date()
    .refine((text) => text >= dates.first && text <= dates.last)
    .register(fieldMeta, { unit: 'YYYY-MM-DD', dates });
}

/** A span of time in seconds, which a caller may also write `h:mm:ss` or `m:ss`. */
export const time = (bounds: Bounds) => number(bounds, { unit: 's', suffix: 's', time: true });

/** A span of time in minutes, which a caller may also write `h:mm:ss` or `m:ss`. */
export const duration = (bounds: Bounds) => number(bounds, { unit: 'min', suffix: 'min', unitSeconds: 60 });

/** A span of time in hours, which a caller may also write `h:mm:ss`: in every calculator `7:30` is minutes and seconds. */
export const hours = (bounds: Bounds, suffix?: string) =>
  number(bounds, { unit: 'h', ...(suffix === undefined ? {} : { suffix }), unitSeconds: 3600 });

/** A time of day, `HH:MM` from 00:00 to 23:59; `minuteOfDay` calculates with it. */
export const clockTime = () => z.string().regex(CLOCK_TIME).register(fieldMeta, { unit: 'HH:MM', clock: true });

/** A temperature in °C (°F in imperial requests). */
export const temperature = (bounds: Bounds) => number(bounds, { dimension: 'temperature', suffix: 'c' });

/** Relative humidity of the air. */
export const humidity = (bounds: Bounds = { min: 0, max: 100 }) => percentage(bounds);

/** A blood pressure in mmHg, in both unit systems. */
export const bloodPressure = (bounds: Bounds) => quantity(bounds, 'mmHg', 'mmhg');

/** A distance in m (miles in imperial requests). */
export const distance = (bounds: Bounds) => number(bounds, { dimension: 'distance', suffix: 'm' });

/** A speed in km/h (mph in imperial requests). */
export const speed = (bounds: Bounds) => number(bounds, { dimension: 'speed', suffix: 'kmh' });

/** A pace in seconds for a kilometre (for a mile in imperial requests), which a caller may also write `m:ss`. */
export const pace = (bounds: Bounds) => number(bounds, { dimension: 'pace', suffix: 's_per_km', time: true });

/** A heart rate in beats a minute; the default bounds are the extremes in living people. */
export const heartRate = (bounds: Bounds = { min: 25, max: 240 }) => quantity(bounds, 'bpm', 'bpm');

/** A mechanical power in watts. */
export const power = (bounds: Bounds) => quantity(bounds, 'W', 'w');

/** Oxygen uptake in relation to body weight, in mL/kg/min. */
export const oxygenUptake = (bounds: Bounds = { min: 3.5, max: 100 }) => quantity(bounds, 'mL/kg/min', 'ml_per_kg_min');

/**
 * Numbers in order: `7,6.5,8` as a text, an array in JSON. `least` and `most` bound their count. With `unit: 'h'` each may
 * be written `h:mm:ss`, with `unit: 'min'` also `m:ss`.
 */
export function series(
  bounds: Bounds,
  { least, most, unit }: { readonly least: number; readonly most: number; readonly unit?: 'min' | 'h' },
) {
  checkBounds(bounds);
  checkWhole('least', least, { min: 0, max: MOST_NUMBERS });
  checkWhole('most', most, { min: least, max: MOST_NUMBERS });
  return z
    .array(z.number().min(bounds.min).max(bounds.max))
    .min(least)
    .max(most)
    .register(fieldMeta, unit === undefined ? {} : { unit, unitSeconds: unit === 'h' ? 3600 : 60 });
}

/** Most numbers of a series: a body of 64 KB holds no more. */
const MOST_NUMBERS = 32_768;

/** `true` or `false`. */
export const flag = () => z.boolean().register(fieldMeta, {});

/** One of a few words, lower case. */
export function choice<const Keys extends readonly [string, ...string[]]>(keys: Keys, meta: FieldMeta = {}) {
  checkWords(keys);
  const words = z.enum(keys);
  const documented = meta.earlier ? words.meta({ enum: [...keys, ...meta.earlier] }) : words;
  return documented.register(fieldMeta, meta);
}

/** Body weight; the default bounds are the recorded extremes. */
export const weight = (bounds: Bounds = { min: 2, max: 650 }) => mass(bounds);

/** Standing height; the default bounds are the recorded extremes. */
export const height = (bounds: Bounds = { min: 40, max: 272 }) => length(bounds);

/** Circumference of the waist. */
export const waist = (bounds: Bounds = { min: 40, max: 250 }) => length(bounds);

/** Circumference of the hips. */
export const hip = (bounds: Bounds = { min: 50, max: 250 }) => length(bounds);

/** Age in completed years. */
export const age = (bounds: Bounds) => count(bounds, 'years');

/** Body fat as a share of body weight. */
export const bodyFat = (bounds: Bounds = { min: 2, max: 70 }) => percentage(bounds);

/** The biological sex that an equation was fitted for. */
export const gender = () => choice(['male', 'female'], { labels: 'gender' });

/** The one vocabulary of activity levels. */
export const ACTIVITY_LEVELS = [
  'sedentary',
  'lightly_active',
  'moderately_active',
  'very_active',
  'extra_active',
] as const;
export type ActivityLevel = (typeof ACTIVITY_LEVELS)[number];

/** One of the activity levels, from `sedentary` to `extra_active`. */
export const activityLevel = () => choice(ACTIVITY_LEVELS, { labels: 'activity_level' });

/** The one vocabulary of goals; the synonyms are words that customers of comparable services use. */
export const goal = () =>
  choice(['weight_loss', 'maintenance', 'weight_gain'], {
    labels: 'goal',
    synonyms: { fat_loss: 'weight_loss', muscle_gain: 'weight_gain' },
  });

/** An input that the input `other` replaces: it is optional where `other` is given, and missing without both. */
export function unless<Schema extends z.ZodType>(other: string, schema: Schema) {
  fieldMeta.add(schema, { ...fieldMeta.get(schema), unless: other });
  return schema.optional();
}
