import { field, OutsideValidity, round } from '../kit/index.ts';

const UNITS = ['mg/dL', 'g/L', 'mmol/L', 'µmol/L'] as const;
type Unit = (typeof UNITS)[number];

/** Least and greatest creatinine in urine: 1 to 1000 mg/dL in each unit, at 88.4 µmol/L for 1 mg/dL. */
const BOUNDS: Readonly<Record<Unit, { readonly min: number; readonly max: number }>> = {
  'mg/dL': { min: 1, max: 1000 },
  'g/L': { min: 0.01, max: 10 },
  'mmol/L': { min: 0.09, max: 88.4 },
  'µmol/L': { min: 88.4, max: 88_400 },
};

/** Creatinine in a sample of urine, in any of the units that laboratories report. */
export const urineCreatinineValue = () => field.quantity({ min: BOUNDS['g/L'].min, max: BOUNDS['µmol/L'].max });

/** The unit of the creatinine; mg/dL by default. */
export const urineCreatinineUnit = () =>
  field
    .choice(UNITS, {
      synonyms: {
        'mg/dl': 'mg/dL',
        'g/l': 'g/L',
        'mmol/l': 'mmol/L',
        'umol/L': 'µmol/L',
        'umol/l': 'µmol/L',
        'µmol/l': 'µmol/L',
        'μmol/L': 'µmol/L',
        'μmol/l': 'µmol/L',
      },
    })
    .default('mg/dL');

/**
 * Creatinine of a sample in g/L, or in mmol/L if the caller gave an amount of substance.
 *
 * @throws OutsideValidity outside the bounds of the unit
 */
export function spotUrineCreatinine(value: number, unit: Unit): { value: number; unit: 'g/L' | 'mmol/L' } {
  const bounds = BOUNDS[unit];
  if (value < bounds.min || value > bounds.max) {
    const limit = (bound: number) => ({ number: round(bound, 2), unit });
    throw new OutsideValidity('urine_creatinine', 'laboratory_bounds', {
      min: limit(bounds.min),
      max: limit(bounds.max),
    });
  }
  if (unit === 'mg/dL') return { value: value / 100, unit: 'g/L' };
  if (unit === 'µmol/L') return { value: value / 1000, unit: 'mmol/L' };
  return { value, unit };
}
