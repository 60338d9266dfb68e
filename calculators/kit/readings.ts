import type { CollectedInputs } from './collected-inputs.ts';
import type { FieldReader } from './field-reader.ts';
import type { InputProblem } from './input-problems.ts';
import { HINT } from './plausible.ts';
import type { UnitSystem } from './units.ts';

type Given = CollectedInputs['values'];

/** The inputs of a call as their author may have meant them. */
export interface Reading {
  readonly values: Readonly<Record<string, unknown>>;
  readonly units: UnitSystem;
  /** Tells the author how to write them. */
  readonly hint: InputProblem;
}

/**
 * Other readings of the same numbers, the most likely first: in the other unit system, kilometres as metres, minutes as
 * seconds. Only a reading with a plausible answer is worth a hint.
 */
export function* otherReadings(
  fields: readonly FieldReader[],
  given: Given,
  units: UnitSystem,
): Generator<Reading, undefined> {
  const measures = fields.filter(({ name, meta }) => name in given && BODY.has(meta.dimension ?? ''));
  if (measures.length > 0) {
    yield units === 'metric'
      ? { values: given, units: 'imperial', hint: hint('units', 'input.looks_imperial') }
      : { values: given, units: 'metric', hint: hint('units', 'input.looks_metric') };
  }
  for (const field of fields) {
    const number = Number(given[field.name]);
    if (!(field.name in given) || !Number.isFinite(number)) continue;
    if (field.meta.dimension === 'distance' && units === 'metric') {
      yield reading(field.name, 'input.looks_like_kilometres', number, number * 1000);
    }
    if (field.kind === 'time' && field.meta.dimension === undefined) {
      yield reading(field.name, 'input.looks_like_minutes', number, number * 60);
    }
  }

  function reading(name: string, message: string, number: number, meant: number): Reading {
    const value = typeof given[name] === 'string' ? String(meant) : meant;
    return { values: { ...given, [name]: value }, units, hint: hint(name, message, number, meant) };
  }
}

function hint(field: string, message: string, number = 0, meant = 0): InputProblem {
  return { field, code: HINT, message, values: { field, number: String(number), meant: String(meant) } };
}

/** Quantities of a body whose numbers do not tell their unit. */
const BODY: ReadonlySet<string> = new Set(['mass', 'length']);
