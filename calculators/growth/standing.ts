import { result } from '../kit/index.ts';
import { cumulative } from './normal-distribution.ts';

/** Where a child stands among the children of the reference. */
export const standingOutput = { z_score: result.index(), percentile: result.percent() };

/** The z-score of a measure with the share of the reference below it, in percent. */
export function standing(z: number): { z_score: number; percentile: number } {
  return { z_score: z, percentile: 100 * cumulative(z) };
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
