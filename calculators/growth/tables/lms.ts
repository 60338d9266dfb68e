/**
 * The LMS method: skewness L, median M and coefficient of variation S make a measure normal at each age (Cole & Green,
 * Stat Med 1992;11:1305-1319, doi 10.1002/sim.4780111005).
 */
export interface Lms {
  readonly l: number;
  readonly m: number;
  readonly s: number;
}

/** The z-score: how many standard deviations a measure lies above the median. */
export function zScore({ l, m, s }: Lms, value: number): number {
  return l === 0 ? Math.log(value / m) / s : ((value / m) ** l - 1) / (l * s);
}

/** The measure at a z-score. */
export function valueAt({ l, m, s }: Lms, z: number): number {
  return l === 0 ? m * Math.exp(s * z) : m * (1 + l * s * z) ** (1 / l);
}

/**
 * The z-score of a measure with skewed tails (weight, BMI, arm, skinfolds), as WHO computes it: beyond 3 standard
 * deviations each step is as wide as that from 2 to 3 (WHO Child Growth Standards: methods and development, 2006,
 * chapter 7).
 */
export function restrictedZScore(lms: Lms, value: number): number {
  const z = zScore(lms, value);
  if (z > 3) {
    const third = valueAt(lms, 3);
    return 3 + (value - third) / (third - valueAt(lms, 2));
  }
  if (z < -3) {
    const third = valueAt(lms, -3);
    return -3 + (value - third) / (valueAt(lms, -2) - third);
  }
  return z;
}
