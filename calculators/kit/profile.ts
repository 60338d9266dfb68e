import type { FieldReader } from './field-reader.ts';
import { round } from './rounding.ts';
import type { UnitSystem } from './units.ts';

/** The name under which an input is echoed: `weight` is `weight_kg`, `age` stays `age`. */
export function profileName(field: FieldReader): string {
  return field.meta.suffix ? `${field.name}_${field.meta.suffix}` : field.name;
}

/** Writes the `profile` of an answer. */
export type ProfileWriter = (input: Readonly<Record<string, unknown>>, units: UnitSystem) => Record<string, unknown>;

/**
 * Prepares the writing of the inputs that an answer was computed from, in fields named after SI units. The numbers are
 * the caller's own, unrounded; only converted imperial numbers are rounded, to two decimals.
 */
export function createProfileWriter(fields: readonly FieldReader[]): ProfileWriter {
  const echoes = fields.map((field) => ({
    name: field.name,
    as: profileName(field),
    converts: field.meta.dimension !== undefined,
  }));
  return (input, units) => {
    const profile: Record<string, unknown> = {};
    for (const { name, as, converts } of echoes) {
      const value = input[name];
      if (value === undefined) continue;
      profile[as] = converts && units === 'imperial' && typeof value === 'number' ? round(value, 2) : value;
    }
    return profile;
  };
}
