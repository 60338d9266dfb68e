import { z } from 'zod';
import { type FieldMeta, fieldMeta } from './fields.ts';
import { type InputProblem, inputProblem } from './input-problems.ts';
import { withoutIsolates } from './isolates.ts';
import type { Measure } from './messages.ts';
import { ALL } from './method.ts';
import { readNumber } from './numbers.ts';
import { round } from './rounding.ts';
import { readTime } from './times.ts';
import { DIMENSIONS, toImperial, toMetric, type UnitSystem } from './units.ts';

/**
 * Numbers closer to zero than this count as zero. JSON can write them (`1e-320`), and dividing by one gives infinity; a
 * text of 32 digits cannot.
 */
const LEAST = 1e-30;
const withoutDust = (number: number) => (Math.abs(number) < LEAST ? 0 : number);

/** Longest text of a choice or a date; no value of ours comes near it. */
const LONGEST_TEXT = 64;

/** How one input is read: from a text or a JSON value to the value that its schema takes. */
export interface FieldReader {
  readonly name: string;
  readonly meta: FieldMeta;
  /** The schema with its `optional` and `default`. */
  readonly schema: z.ZodType;
  /** The schema without them. */
  readonly core: z.ZodType;
  readonly required: boolean;
  readonly kind: 'number' | 'integer' | 'time' | 'series' | 'boolean' | 'choice' | 'date' | 'text';
  /** The words of a choice; with `all` if the calculator offers `method=all`. */
  readonly options: readonly string[];
}

/** Derives from a schema how its input is read. */
export function fieldReader(name: string, schema: z.ZodType): FieldReader {
  let core = schema;
  let required = true;
  while (core instanceof z.ZodOptional || core instanceof z.ZodDefault) {
    required = false;
    core = core.unwrap() as z.ZodType;
  }
  const meta = fieldMeta.get(core) ?? {};
  const words = core instanceof z.ZodEnum ? core.options.map(String) : [];
  const options = meta.all ? [...words, ALL] : words;
  return { name, meta, schema, core, required, kind: meta.time ? 'time' : kindOf(core), options };
}

function kindOf(core: z.ZodType): FieldReader['kind'] {
  if (core instanceof z.ZodNumber) return core.format === 'safeint' ? 'integer' : 'number';
  if (core instanceof z.ZodArray) return 'series';
  if (core instanceof z.ZodBoolean) return 'boolean';
  if (core instanceof z.ZodEnum) return 'choice';
  return core instanceof z.ZodISODate ? 'date' : 'text';
}

/**
 * Reads one value into SI.
 *
 * @param isText the value is a text, as in a query; else it has its JSON type
 */
export function readField(
  field: FieldReader,
  given: unknown,
  isText: boolean,
  units: UnitSystem,
): { value: unknown } | { problem: InputProblem } {
  const { name, kind } = field;
  const raw = typeof given === 'string' ? withoutIsolates(given) : given;
  if (raw === '') return { problem: inputProblem(name, 'empty') };
  if (kind === 'number' && field.meta.unitSeconds !== undefined && typeof raw === 'string' && raw.includes(':')) {
    return readSpan(name, raw, field.meta.unitSeconds);
  }
  if (kind === 'number' || kind === 'integer') {
    const number = typeof raw === 'string' && isText ? readNumber(raw) : raw;
    if (typeof number !== 'number' || !Number.isFinite(number)) return { problem: notANumber(name, raw, isText) };
    if (kind === 'integer' && !Number.isSafeInteger(number)) return { problem: inputProblem(name, 'not_an_integer') };
    return { value: inMetric(field, withoutDust(number), units) };
  }
  if (kind === 'time') {
    // In JSON a number of seconds is a number; only the form with a colon is a text.
    const seconds = typeof raw === 'string' && (isText || raw.includes(':')) ? readTime(raw) : raw;
    if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return { problem: inputProblem(name, 'not_a_time') };
    return { value: inMetric(field, seconds, units) };
  }
  if (kind === 'series') return readSeries(field, typeof raw === 'string' && isText ? raw.split(',') : raw, isText);
  if (kind === 'boolean') {
    const flag = isText ? FLAGS.get(raw) : raw;
    return typeof flag === 'boolean' ? { value: flag } : { problem: inputProblem(name, 'not_allowed', ALLOWED_FLAGS) };
  }
  if (typeof raw !== 'string') return { problem: inputProblem(name, 'not_text') };
  if (raw.length > LONGEST_TEXT) return { problem: inputProblem(name, 'too_long', { max: LONGEST_TEXT }) };
  // The calculator's own text, by which V8 finds members of sets and objects sooner than by one of a request.
  const at = field.options.indexOf(raw);
  if (at !== -1) return { value: field.options[at] };
  const { synonyms } = field.meta;
  return { value: synonyms && Object.hasOwn(synonyms, raw) ? synonyms[raw] : raw };
}

/** Numbers in order; spans of time among them may have colons. */
function readSeries({ name, meta }: FieldReader, given: unknown, isText: boolean) {
  if (!Array.isArray(given)) return { problem: inputProblem(name, 'not_a_series') };
  const numbers: number[] = [];
  for (const element of given as readonly unknown[]) {
    if (meta.unitSeconds !== undefined && typeof element === 'string' && element.includes(':')) {
      const span = readSpan(name, element, meta.unitSeconds);
      if ('problem' in span) return span;
      numbers.push(span.value);
      continue;
    }
    const number = typeof element === 'string' && isText ? readNumber(element) : element;
    if (typeof number !== 'number' || !Number.isFinite(number)) return { problem: inputProblem(name, 'not_a_series') };
    numbers.push(withoutDust(number));
  }
  return { value: numbers };
}

/** A span of time with colons, in minutes or hours. */
function readSpan(name: string, text: string, unitSeconds: 60 | 3600): { value: number } | { problem: InputProblem } {
  const inHours = unitSeconds === 3600;
  const seconds = inHours && text.split(':').length < 3 ? Number.NaN : readTime(text);
  if (Number.isFinite(seconds)) return { value: seconds / unitSeconds };
  const message = inHours ? 'input.not_hours' : 'input.not_minutes';
  return { problem: { field: name, code: 'not_a_time', message, values: { field: name } } };
}

/** For `"65"` in JSON the message says that the quotes are the mistake. */
function notANumber(field: string, raw: unknown, isText: boolean): InputProblem {
  const isQuoted = !isText && typeof raw === 'string' && Number.isFinite(readNumber(raw));
  return isQuoted
    ? { field, code: 'not_a_number', message: 'input.quoted_number', values: { field } }
    : inputProblem(field, 'not_a_number');
}

function inMetric({ meta }: FieldReader, value: number, units: UnitSystem): number {
  return meta.dimension && units === 'imperial' ? toMetric(meta.dimension, value) : value;
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
const ALLOWED_FLAGS = { allowed: 'true, false' };

/** The problem for a zod issue on this field, with bounds in the caller's units. */
export function problemOfIssue(field: FieldReader, issue: z.core.$ZodIssue, units: UnitSystem): InputProblem {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'array') return inputProblem(field.name, 'too_few', { min: Number(issue.minimum) });
      return inputProblem(field.name, 'too_small', { min: measured(field.meta, Number(issue.minimum), units) });
    case 'too_big':
      if (issue.origin === 'array') return inputProblem(field.name, 'too_many', { max: Number(issue.maximum) });
      return inputProblem(field.name, 'too_large', { max: measured(field.meta, Number(issue.maximum), units) });
    default:
      if (field.meta.dates) return inputProblem(field.name, 'not_a_date', { ...field.meta.dates });
      if (field.meta.clock) return inputProblem(field.name, 'not_a_clock_time');
      return field.kind === 'choice'
        ? inputProblem(field.name, 'not_allowed', { allowed: field.options.join(', ') })
        : inputProblem(field.name, field.kind === 'text' ? 'not_text' : 'not_a_number');
  }
}

/**
 * A value of an input as messages write it: with its unit, in the caller's unit system. An age is a bare number, because
 * "age in completed years" already names the unit.
 */
export function measured({ dimension, unit }: FieldMeta, value: number, units: UnitSystem): Measure | string {
  if (!dimension) return unit && unit !== 'years' ? { number: value, unit } : String(value);
  const { metric, imperial } = DIMENSIONS[dimension];
  return units === 'imperial'
    ? { number: round(toImperial(dimension, value), 2), unit: imperial }
    : { number: value, unit: metric };
}
