import type { z } from 'zod';
import { outputMeta, unwrapOutput } from './outputs.ts';

/** Endings of the names of results, the longest first, with their unit as it is printed. */
const UNITS: readonly (readonly [ending: string, unit: string])[] = [
  ['_l_per_min_per_m2', 'L/min/m²'],
  ['_mosm_per_kg', 'mOsm/kg'],
  ['_mmol_per_mol', 'mmol/mol'],
  ['_mg_per_mmol', 'mg/mmol'],
  ['_mg_per_g', 'mg/g'],
  ['_kcal_per_day', 'kcal/day'],
  ['_ml_per_kg_min', 'mL/kg/min'],
  ['_ml_per_kg_km', 'mL/kg/km'],
  ['_kcal_per_min', 'kcal/min'],
  ['_kcal_per_hour', 'kcal/h'],
  ['_kcal_per_kg', 'kcal/kg'],
  ['_l_per_min', 'L/min'],
  ['_ml_per_kg', 'mL/kg'],
  ['_g_per_min', 'g/min'],
  ['_g_per_cm3', 'g/cm³'],
  ['_per_hour_g', 'g/h'],
  ['_ml_per_hour', 'mL/h'],
  ['_ml_per_day', 'mL/24 h'],
  ['_m_per_s', 'm/s'],
  ['_s_per_km', 's/km'],
  ['_s_per_mile', 's/mi'],
  ['_s_per_100m', 's/100 m'],
  ['_s_per_100yd', 's/100 yd'],
  ['_g_per_kg', 'g/kg'],
  ['_l_per_h', 'L/h'],
  ['_g_per_l', 'g/L'],
  ['_mmol_per_l', 'mmol/L'],
  ['_mg_per_dl', 'mg/dL'],
  ['_ml_per_min', 'mL/min'],
  ['_percent', '%'],
  ['_months', 'months'],
  ['_hours', 'h'],
  ['_weeks', 'weeks'],
  ['_years', 'years'],
  ['_days', 'days'],
  ['_mmhg', 'mmHg'],
  ['_ms', 'ms'],
  ['_kcal', 'kcal'],
  ['_kmh', 'km/h'],
  ['_mph', 'mph'],
  ['_bpm', 'bpm'],
  ['_min', 'min'],
  ['_m2', 'm²'],
  ['_kg', 'kg'],
  ['_lb', 'lb'],
  ['_cm', 'cm'],
  ['_mm', 'mm'],
  ['_in', 'in'],
  ['_mg', 'mg'],
  ['_ml', 'mL'],
  ['_mi', 'mi'],
  ['_w', 'W'],
  ['_j', 'J'],
  ['_c', '°C'],
  ['_f', '°F'],
  ['_g', 'g'],
  ['_l', 'L'],
  ['_s', 's'],
  ['_m', 'm'],
];

/** The unit of a result by its name, and the name without it: `healthy_weight_kg` is `healthy_weight` in `kg`. */
export function unitOfResult(name: string): { readonly stem: string; readonly unit: string } {
  const found = UNITS.find(([ending]) => name.length > ending.length && name.endsWith(ending));
  return found ? { stem: name.slice(0, -found[0].length), unit: found[1] } : { stem: name, unit: '' };
}

/**
 * The printed unit of a result: by the ending of its name, else as its schema says, else that of the results around it,
 * as `min` of `healthy_weight_kg` is in kg; empty without one.
 *
 * @param path the names of the results around it, and its own
 */
export function unitOf(path: readonly string[], schema: z.ZodType): string {
  const [own = '', ...outer] = path.map((name) => unitOfResult(name).unit).reverse();
  if (own !== '') return own;
  return outputMeta.get(unwrapOutput(schema))?.unit ?? outer.find((unit) => unit !== '') ?? '';
}
