import type { Bounds } from './fields.ts';
import type { Derived, Plausible } from './plausible.ts';

// The leanest survivors have 5 to 7, the smallest infants 3.7; 610 kg at 173 cm, the highest on record, are 204.
const BMI = { min: 3, max: 210 };

/** A body of 635 kg had 350 kg of fat and more. */
export const FAT_FREE_MASS_KG = { min: 0.2, max: 350 };

/**
 * What living people can have, by the name of a result or its ending. The bounds exclude what is impossible, not what
 * is rare: they hold every record, from infants of 0.3 kg to a man of 635 kg, and clinical extremes.
 */
const RESULTS: Readonly<Record<string, Bounds>> = {
  bmi: BMI,
  final_bmi: BMI,
  bmi_prime: { min: 0.12, max: 8.4 },
  // The leanest men measured alive had about 2 %.
  body_fat_percent: { min: 1, max: 75 },
  fat_mass_kg: { min: 0, max: 500 },
  lean_mass_kg: FAT_FREE_MASS_KG,
  fat_free_mass_kg: FAT_FREE_MASS_KG,
  bmr: { min: 50, max: 11_000 },
  z_score: { min: -30, max: 30 },
  percentile: { min: 0, max: 100 },
  heart_rate_reserve_bpm: { min: 5, max: 220 },

  _percent: { min: 0, max: 100 },
  _kg: { min: 0.1, max: 700 },
  _g: { min: 0, max: 11_000 },
  _cm: { min: 1, max: 300 },
  _mm: { min: 0, max: 600 },
  _m2: { min: 0.05, max: 6 },
  _bpm: { min: 20, max: 300 },
  _mmhg: { min: 0, max: 350 },
  _hours: { min: 0, max: 24 },
  _min: { min: 0, max: 1440 },
  _kcal: { min: 0, max: 30_000 },
  // 7.5 L of oxygen a minute, the highest uptake that was measured, spend 38 kcal.
  _kcal_per_min: { min: 0, max: 45 },
  _kcal_per_hour: { min: 0, max: 2700 },
  // Resting bodies use about 3.5; the highest measured maximum is 97.5.
  _ml_per_kg_min: { min: 2, max: 100 },
  _l_per_min: { min: 0, max: 60 },
  _w: { min: 0, max: 3500 },
  _c: { min: -100, max: 100 },
};

/** The heaviest children on record were lighter, from these ages in years on; from 10 on any weight is possible. */
const HEAVIEST = [
  { from: 10, min: 0, max: 700 },
  { from: 7, min: 0, max: 250 },
  { from: 5, min: 0, max: 150 },
  { from: 3, min: 0, max: 80 },
  { from: 2, min: 0, max: 60 },
  { from: 1, min: 0, max: 50 },
];
const HEAVIEST_INFANT = { min: 0, max: 35 };

/** Robert Wadlow, the tallest man, was not taller at these ages in years: 107 cm at 1, 163 at 5, 198 at 10. */
const TALLEST = [
  { from: 13, min: 0, max: 272 },
  { from: 10, min: 0, max: 235 },
  { from: 8, min: 0, max: 215 },
  { from: 5, min: 0, max: 190 },
  { from: 3, min: 0, max: 165 },
  { from: 1, min: 0, max: 145 },
];
const TALLEST_INFANT = { min: 0, max: 115 };

const weightAt = (age: number): Bounds => boundsAt(age, HEAVIEST) ?? HEAVIEST_INFANT;
const heightAt = (age: number): Bounds => boundsAt(age, TALLEST) ?? TALLEST_INFANT;

function boundsAt(age: number, rows: readonly (Bounds & { readonly from: number })[]): Bounds | undefined {
  for (const bounds of rows) if (age >= bounds.from) return bounds;
  return undefined;
}

/** The largest waist on record was 302 cm at a height of 178 cm, the smallest 33 cm in a corset. */
export const WAIST_TO_HEIGHT = { min: 0.2, max: 1.8 };
export const WAIST_TO_HIP = { min: 0.35, max: 1.8 };

/** The fastest sprint over 10 m or more reached 44.7 km/h; the slowest walkers reach 0.5 km/h. */
export const ON_FOOT_KMH = { min: 0.5, max: 45 };

const DERIVED: readonly Derived[] = [
  {
    name: 'bmi',
    unit: 'kg/m²',
    inputs: ['weight', 'height'],
    of: (weight, height) => weight / (height / 100) ** 2,
    bounds: () => BMI,
  },
  {
    name: 'weight',
    unit: 'kg',
    inputs: ['weight', 'age'],
    of: (weight) => weight,
    bounds: (_, age) => weightAt(age),
  },
  {
    name: 'weight',
    unit: 'kg',
    inputs: ['weight', 'age_months'],
    of: (weight) => weight,
    bounds: (_, months) => weightAt(months / 12),
  },
  {
    name: 'height',
    unit: 'cm',
    inputs: ['height', 'age'],
    of: (height) => height,
    bounds: (_, age) => heightAt(age),
  },
  {
    name: 'height',
    unit: 'cm',
    inputs: ['height', 'age_months'],
    of: (height) => height,
    bounds: (_, months) => heightAt(months / 12),
  },
  {
    name: 'waist_to_height_ratio',
    unit: '',
    inputs: ['waist', 'height'],
    of: (waist, height) => waist / height,
    bounds: () => WAIST_TO_HEIGHT,
  },
  {
    name: 'waist_to_hip_ratio',
    unit: '',
    inputs: ['waist', 'hip'],
    of: (waist, hip) => waist / hip,
    bounds: () => WAIST_TO_HIP,
  },
  {
    name: 'speed_kmh',
    unit: 'km/h',
    inputs: ['distance', 'time'],
    of: (distance, time) => (distance / time) * 3.6,
    bounds: () => ON_FOOT_KMH,
  },
];

/** The bounds of results about people, with those of a family's own names before them. */
export function people(own: Plausible['results'] = {}): Plausible {
  return { results: { ...RESULTS, ...own }, derived: DERIVED };
}
