import { cumulative, logShareAbove, zOfShareAbove } from './normal-distribution.ts';
import type { Sex } from './tables/index.ts';
import { type Lms, valueAt, zScore } from './tables/lms.ts';

/** How a BMI compares with those of children in the United States. */
export interface BmiStanding {
  readonly bmi: number;
  readonly z_score: number;
  readonly percentile: number;
  readonly percent_of_95th_percentile: number;
}

/** z of the 95th percentile. */
const Z95 = 1.644_853_626_951_472_2;

/**
 * A BMI by CDC's chart: by L, M and S up to the 95th percentile, above it by the half-normal distribution that was
 * fitted to children with obesity (Wei 2020; NCHS 2022).
 *
 * @param years age in years with decimals
 */
export function cdcBmi(lms: Lms, bmi: number, sex: Sex, years: number): BmiStanding {
  const p95 = valueAt(lms, Z95);
  const share = { bmi, percent_of_95th_percentile: (100 * bmi) / p95 };
  if (bmi <= p95) {
    const z = zScore(lms, bmi);
    return { ...share, z_score: z, percentile: 100 * cumulative(z) };
  }
  // The logarithm of the share above keeps its precision far out in the tail.
  const above = logShareAbove((bmi - p95) / spread(sex, years)) + LOG_TENTH;
  return { ...share, z_score: zOfShareAbove(above), percentile: 100 * (1 - Math.exp(above)) };
}

/** The fitted half-normal distribution holds the upper tenth: its median is the 95th percentile. */
const LOG_TENTH = Math.log(0.1);

function spread(sex: Sex, years: number): number {
  return sex === 'male' ? 0.3728 + 0.5196 * years - 0.0091 * years ** 2 : 0.8334 + 0.3712 * years - 0.0011 * years ** 2;
}
