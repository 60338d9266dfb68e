import { OutsideValidity, result } from '../kit/index.ts';
import { cumulative } from './normal-distribution.ts';

/** No child has been measured this far from the median. A result beyond it comes from mismatched measurements. */
const IMPOSSIBLE = 30;

/**
 * Returns a z-score unchanged.
 *
 * @param measure the input that the problem names
 * @throws OutsideValidity if no child can have this value
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

/** WHO treats a measure beyond these z-scores as an error: weight, height, BMI and weight for height. */
export interface Plausible {
  readonly min: number;
  readonly max: number;
}

/** The warning about an implausible z-score. */
export function implausible(z: number, { min, max }: Plausible): string[] {
  return z < min || z > max ? ['implausible'] : [];
}
