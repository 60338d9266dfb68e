import { OutsideValidity, result } from '../kit/index.ts';
import { cumulative } from './normal-distribution.ts';

/** No child ever measured lies so far from the median: a result beyond comes from measures that do not belong together. */
const IMPOSSIBLE = 30;

/**
 * A z-score, as it is.
 *
 * @param measure the input to blame
 * @throws OutsideValidity if no child can have it
 */
export function possible(z: number, measure: string): number {
  if (!(Math.abs(z) <= IMPOSSIBLE)) throw new OutsideValidity(measure, 'implausible');
  return z;
}

/** Where a child stands among the children of the reference. */
export const standingOutput = { z_score: result.index(), percentile: result.percent() };

/**
 * The z-score of a measure with the share of the reference below it, in percent.
 *
 * @param measure the input to blame
 * @throws OutsideValidity if no child can have it
 */
export function standing(z: number, measure: string): { z_score: number; percentile: number } {
  return { z_score: possible(z, measure), percentile: 100 * cumulative(z) };
}

/** Z-scores beyond which WHO takes a measure for a mistake: of weight, height, BMI and weight for height. */
export interface Plausible {
  readonly min: number;
  readonly max: number;
}

/** The warning for a z-score that no child is likely to have. */
export function implausible(z: number, { min, max }: Plausible): string[] {
  return z < min || z > max ? ['implausible'] : [];
}
