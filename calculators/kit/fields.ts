import { z } from 'zod';
import type { Dimension } from './units.ts';

/** What the kit knows of an input beyond its zod type. */
export interface FieldMeta {
  /** The input is a mass or a length: in imperial requests it comes in lb or in and is converted before any check. */
  readonly dimension?: Dimension;
  /** Unit for the documentation where there is no dimension: `years`, `%`, `kcal/day`. */
  readonly unit?: string;
  /** Ending of the name in `profile`, `body_fat` with `percent` becomes `body_fat_percent`. */
  readonly suffix?: string;
  /** Other words for the values of a choice: `{ mifflin: 'mifflin_st_jeor' }`. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Where the labels of a choice stand in the messages, if it has any. */
  readonly labels?: string;
  /** The input is the `method` of a calculator that also gives all its equations side by side. */
  readonly all?: true;
  /** Earliest and latest date, inclusive. */
  readonly dates?: Period;
}

/** Where the kit keeps it. */
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
  return z.number().min(bounds.min).max(bounds.max).register(fieldMeta, meta);
}

/** A mass in kg (lb in imperial requests). */
export const mass = (bounds: Bounds) => number(bounds, { dimension: 'mass', suffix: 'kg' });

/** A length in cm (in in imperial requests). */
export const length = (bounds: Bounds) => number(bounds, { dimension: 'length', suffix: 'cm' });

/** A share in percent. */
export const percentage = (bounds: Bounds) => number(bounds, { unit: '%', suffix: 'percent' });

/** A number whose unit does not depend on the unit system, `unit` as the documentation prints it; a bare number without. */
export const quantity = (bounds: Bounds, unit?: string, suffix?: string) =>
  number(bounds, { ...(unit === undefined ? {} : { unit }), ...(suffix === undefined ? {} : { suffix }) });

/** A whole number; `30.5` is refused, not rounded. */
export const count = (bounds: Bounds, unit?: string) =>
  z
    .int()
    .min(bounds.min)
    .max(bounds.max)
    .register(fieldMeta, unit === undefined ? {} : { unit });

/** A date of ISO 8601, `YYYY-MM-DD`, that exists in the Gregorian calendar; `dayNumber` calculates with it. */
export const date = (dates: Period = { first: '1900-01-01', last: '2199-12-31' }) =>
  z.iso
    .date()
    .refine((text) => text >= dates.first && text <= dates.last)
    .register(fieldMeta, { unit: 'YYYY-MM-DD', dates });

/** `true` or `false`. */
export const flag = () => z.boolean().register(fieldMeta, {});

/** One of a few words, lower case. */
export const choice = <const Keys extends readonly [string, ...string[]]>(keys: Keys, meta: FieldMeta = {}) =>
  z.enum(keys).register(fieldMeta, meta);

/** Body weight; the widest bounds are those of people who have been weighed. */
export const weight = (bounds: Bounds = { min: 2, max: 650 }) => mass(bounds);

/** Standing height; the widest bounds are those of people who have been measured. */
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

export const activityLevel = () => choice(ACTIVITY_LEVELS, { labels: 'activity_level' });
