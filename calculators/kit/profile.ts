import type { FieldReader } from './field-reader.ts';
import { round } from './rounding.ts';
import type { UnitSystem } from './units.ts';

/** The name under which an input is echoed: `weight` is `weight_kg`, `age` stays `age`. */
export function profileName(field: FieldReader): string {
  return field.meta.suffix ? `${field.name}_${field.meta.suffix}` : field.name;
}

/**
 * The inputs an answer was computed from, in SI-named fields. They are the caller's own numbers, unrounded; only those
 * converted from pounds and inches are rounded, to two decimals.
 */
export function writeProfile(
  fields: readonly FieldReader[],
  input: Readonly<Record<string, unknown>>,
  units: UnitSystem,
): Record<string, unknown> {
  const profile: Record<string, unknown> = {};
  for (const field of fields) {
    const value = input[field.name];
    if (value === undefined) continue;
    const converted = units === 'imperial' && field.meta.dimension !== undefined && typeof value === 'number';
    profile[profileName(field)] = converted ? round(value, 2) : value;
  }
  return profile;
}
