import { z } from 'zod';
import type { ClassTable } from './classes.ts';

/** What the kit knows of a result beyond its zod type. */
export interface OutputMeta {
  /** Decimals that are printed; the calculator itself never rounds. */
  readonly decimals?: number;
  /** A machine key: the answer gains a `<name>_label` in the caller's language. */
  readonly labelled?: boolean;
  /** The classes behind a machine key, for `details` and the documentation. */
  readonly classes?: ClassTable;
}

/** Where the kit keeps it. */
export const outputMeta = z.registry<OutputMeta>();

/** A result's schema without its `optional` and `nullable`. */
export function unwrapOutput(schema: z.ZodType): z.ZodType {
  let core = schema;
  while (core instanceof z.ZodOptional || core instanceof z.ZodNullable) core = core.unwrap() as z.ZodType;
  return core;
}

/** A number printed with so many decimals. A name that ends in `_kg` or `_cm` gains an imperial twin on request. */
export const rounded = (decimals: number) => z.number().register(outputMeta, { decimals });

/** Energy in kcal, two decimals. */
export const kcal = () => rounded(2);

/** An index such as BMI, two decimals. */
export const index = () => rounded(2);

/** A share in percent, two decimals. */
export const percent = () => rounded(2);

/** A ratio of like quantities, three decimals. */
export const ratio = () => rounded(3);

/** A mass in kg, two decimals; give it a name that ends in `_kg`. */
export const kilograms = () => rounded(2);

/** A length in cm, two decimals; give it a name that ends in `_cm`. */
export const centimetres = () => rounded(2);

/** A volume in litres, two decimals; give it a name that ends in `_l`. */
export const litres = () => rounded(2);

/** A date `YYYY-MM-DD`. */
export const date = () => z.iso.date();

/** A factor or constant, printed as it is. */
export const constant = () => z.number();

/** A class, with its label beside it. */
export function classOf<Key extends string>(...tables: readonly ClassTable<Key>[]) {
  const keys = [...new Set(tables.flatMap((table) => table.map(({ key }) => key)))];
  const [first, ...rest] = keys;
  if (first === undefined) throw new RangeError('a class table has at least one class');
  return z
    .enum([first, ...rest])
    .register(outputMeta, { labelled: true, ...(tables[0] ? { classes: tables[0] } : {}) });
}
