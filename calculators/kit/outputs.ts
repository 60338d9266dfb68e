import { z } from 'zod';
import { checkBounds, checkWhole, checkWords } from './arguments.ts';
import type { ClassTable } from './classes.ts';
import type { Bounds } from './fields.ts';

/** Facts about a result beyond its zod type. */
export interface OutputMeta {
  /** Printed decimals; the calculator itself never rounds. */
  readonly decimals?: number;
  /** Unit as it is printed, if the name does not end in it. */
  readonly unit?: string;
  /** A machine key: the answer gains a `<name>_label` in the caller's language. */
  readonly labelled?: boolean;
  /** The classes behind a machine key, for `details` and the documentation. */
  readonly classes?: ClassTable;
  /** Name of the result whose labels it shares; empty if the results inside it use the labels of those outside. */
  readonly labels?: string;
  /** Inclusive bounds of a number in living people, in the unit of the result. A result outside of them is refused. */
  readonly plausible?: Bounds;
}

/** Options of a result that is a number. */
export type ResultOptions = Pick<OutputMeta, 'plausible' | 'unit'>;

/** The facts about every result. */
export const outputMeta = z.registry<OutputMeta>();

/**
 * Key in the messages of the labels of a result, or of the results inside it: its own name, or the name of the result
 * whose labels it shares.
 *
 * @param prefix key above the labels of the results beside it
 */
export function labelsOf(prefix: string, name: string, schema: z.ZodType): string {
  const { labels = name } = outputMeta.get(unwrapOutput(schema)) ?? {};
  return labels === '' ? prefix : `${prefix}.${labels}`;
}

/** A result's schema without its `optional` and `nullable`. */
export function unwrapOutput(schema: z.ZodType): z.ZodType {
  let core = schema;
  while (core instanceof z.ZodOptional || core instanceof z.ZodNullable) core = core.unwrap() as z.ZodType;
  return core;
}

/** Printed decimals of a result; `undefined` for other results than numbers, and for numbers printed as they are. */
export function decimalsOf(schema: z.ZodType): number | undefined {
  if (schema instanceof z.ZodNumber && schema.format === 'safeint') return 0;
  return outputMeta.get(schema)?.decimals;
}

/** A rounded number. A name that ends in `_kg`, `_cm`, `_m` or `_kmh` gets an imperial twin in imperial requests. */
export function rounded(decimals: number, options: ResultOptions = {}) {
  checkWhole('decimals', decimals, { min: 0, max: 12 });
  return number({ decimals, ...options });
}

function number(meta: OutputMeta) {
  if (meta.plausible !== undefined) checkBounds(meta.plausible);
  return z.number().register(outputMeta, meta);
}

/** Energy in kcal, two decimals. */
export const kcal = (options: ResultOptions = {}) => number({ decimals: 2, unit: 'kcal', ...options });

/** An index such as BMI, two decimals, and a unit if it has one. */
export const index = (options?: ResultOptions) => rounded(2, options);

/** A share in percent, two decimals. */
export const percent = (options?: ResultOptions) => rounded(2, { unit: '%', ...options });

/** A ratio of like quantities, three decimals. */
export const ratio = (options?: ResultOptions) => rounded(3, options);

/** A mass in kg, two decimals; give it a name that ends in `_kg`. */
export const kilograms = (options?: ResultOptions) => rounded(2, options);

/** A length in cm, two decimals; give it a name that ends in `_cm`. */
export const centimetres = (options?: ResultOptions) => rounded(2, options);

/** A volume in litres, two decimals; give it a name that ends in `_l`. */
export const litres = (options?: ResultOptions) => rounded(2, options);

/** A distance in m, two decimals; give it a name that ends in `_m`. */
export const metres = (options?: ResultOptions) => rounded(2, options);

/** A speed in km/h, two decimals; give it a name that ends in `_kmh`. */
export const kilometresPerHour = (options?: ResultOptions) => rounded(2, options);

/** A span of time in seconds, two decimals; give it a name that ends in `_s`. */
export const seconds = (options?: ResultOptions) => rounded(2, options);

/** A span of time as people read it, `h:mm:ss` or `m:ss`; `timeText` writes it. */
export const timeText = () => z.string();

/** A heart rate in whole beats a minute; give it a name that ends in `_bpm`. */
export const beatsPerMinute = (options?: ResultOptions) => rounded(0, options);

/** A blood pressure in mmHg, two decimals; give it a name that ends in `_mmhg`. */
export const millimetresOfMercury = (options?: ResultOptions) => rounded(2, options);

/** A power in watts, two decimals; give it a name that ends in `_w`. */
export const watts = (options?: ResultOptions) => rounded(2, options);

/** An oxygen uptake, two decimals; give it a name that ends in `_ml_per_kg_min`. */
export const oxygenUptake = (options?: ResultOptions) => rounded(2, options);

/** A span of time in hours, two decimals; give it a name that ends in `_hours`. */
export const hours = (options: ResultOptions = {}) => number({ decimals: 2, unit: 'h', ...options });

/** A time of day `HH:MM`; `timeOfDay` of the kit writes it. */
export const timeOfDay = () => z.string();

/** A temperature in °C, two decimals; give it a name that ends in `_c`. */
export const degreesCelsius = (options?: ResultOptions) => rounded(2, options);

/** A date `YYYY-MM-DD`. */
export const date = () => z.iso.date();

/** A factor or constant, printed as it is. */
export const constant = (options: ResultOptions = {}) => number(options);

/** A machine key that is not the class of a number, with its label beside it. */
export function key<const Keys extends readonly [string, ...string[]]>(keys: Keys) {
  checkWords(keys);
  return z.enum(keys).register(outputMeta, { labelled: true });
}

/** A class, with its label beside it. */
export function classOf<Key extends string>(...tables: readonly ClassTable<Key>[]) {
  const keys = [...new Set(tables.flatMap((table) => table.map(({ key }) => key)))];
  const [first, ...rest] = keys;
  if (first === undefined) throw new RangeError('a class table has at least one class');
  return z
    .enum([first, ...rest])
    .register(outputMeta, { labelled: true, ...(tables[0] ? { classes: tables[0] } : {}) });
}

/** A class or key that shares the labels of the result `name`. */
export function withLabelsOf<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  outputMeta.add(schema, { ...outputMeta.get(schema), labels: name });
  return schema;
}
