import { OutsideValidity } from '../kit/index.ts';

/**
 * Age coefficients of masters' weightlifting, one a year from 30: Meltzer-Faber for men to 90,
 * Meltzer-Huebner-Faber for women to 80, as IWF Masters prints them (age factors 2019).
 */
const COEFFICIENTS: Readonly<Record<'male' | 'female', readonly number[]>> = {
  male: [
    1, 1.016, 1.031, 1.046, 1.059, 1.072, 1.083, 1.096, 1.109, 1.122, 1.135, 1.149, 1.162, 1.176, 1.189, 1.203, 1.218,
    1.233, 1.248, 1.263, 1.279, 1.297, 1.316, 1.338, 1.361, 1.385, 1.411, 1.437, 1.462, 1.488, 1.514, 1.541, 1.568,
    1.598, 1.629, 1.663, 1.699, 1.738, 1.779, 1.823, 1.867, 1.91, 1.953, 2.004, 2.06, 2.117, 2.181, 2.255, 2.336, 2.419,
    2.504, 2.597, 2.702, 2.831, 2.981, 3.153, 3.352, 3.58, 3.843, 4.145, 4.493,
  ],
  female: [
    1, 1.016, 1.031, 1.046, 1.059, 1.072, 1.084, 1.097, 1.11, 1.124, 1.138, 1.153, 1.17, 1.187, 1.205, 1.223, 1.244,
    1.265, 1.288, 1.313, 1.34, 1.369, 1.401, 1.435, 1.47, 1.507, 1.545, 1.585, 1.625, 1.665, 1.705, 1.744, 1.778, 1.808,
    1.839, 1.873, 1.909, 1.948, 1.989, 2.033, 2.077, 2.12, 2.163, 2.214, 2.27, 2.327, 2.391, 2.465, 2.546, 2.629, 2.714,
  ],
};

/** Ages in completed years that the table of men covers; that of women ends at 80. */
export const MASTERS_AGES = { min: 30, max: 90 };

/**
 * The coefficient for an age in completed years. It is not interpolated.
 *
 * @throws OutsideValidity for a woman older than the table
 */
export function mastersCoefficient(gender: 'male' | 'female', age: number): number {
  const table = COEFFICIENTS[gender];
  const coefficient = table[age - MASTERS_AGES.min];
  if (coefficient !== undefined) return coefficient;
  throw new OutsideValidity('age', 'sinclair-total.oldest', { max: MASTERS_AGES.min + table.length - 1 });
}
