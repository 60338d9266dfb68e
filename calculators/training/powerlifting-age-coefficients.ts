/**
 * Age coefficients of powerlifting, one a year: Foster's for 14 to 22, McCulloch's from 41 to 90, as the
 * OpenPowerlifting project publishes them. Federations print their own, different tables (60 years: 1.340 here, 1.380
 * elsewhere).
 */
const FOSTER = [1.23, 1.18, 1.13, 1.08, 1.06, 1.04, 1.03, 1.02, 1.01];
const FOSTER_FROM = 14;

const MCCULLOCH = [
  1.01, 1.02, 1.031, 1.043, 1.055, 1.068, 1.082, 1.097, 1.113, 1.13, 1.147, 1.165, 1.184, 1.204, 1.225, 1.246, 1.268,
  1.291, 1.315, 1.34, 1.366, 1.393, 1.421, 1.45, 1.48, 1.511, 1.543, 1.576, 1.61, 1.645, 1.681, 1.718, 1.756, 1.795,
  1.835, 1.876, 1.918, 1.961, 2.005, 2.05, 2.096, 2.143, 2.19, 2.238, 2.287, 2.337, 2.388, 2.44, 2.494, 2.549,
];
const MCCULLOCH_FROM = 41;

/** Ages in completed years that the tables cover. */
export const COVERED_AGES = { min: FOSTER_FROM, max: MCCULLOCH_FROM + MCCULLOCH.length - 1 };

/** The table for an age. The open class from 23 to 40 has none. */
export function ageTable(age: number): 'foster_age' | 'open_age' | 'mcculloch_age' {
  if (age < FOSTER_FROM + FOSTER.length) return 'foster_age';
  return age < MCCULLOCH_FROM ? 'open_age' : 'mcculloch_age';
}

/** The coefficient for an age in completed years. It is not interpolated. */
export function ageCoefficient(age: number): number {
  return FOSTER[age - FOSTER_FROM] ?? MCCULLOCH[age - MCCULLOCH_FROM] ?? 1;
}
