/** Differences below the 12th significant digit are noise of binary arithmetic, not part of a result. */
const NOISE = 1e-12;
/** A whole number stays itself: with many decimals the noise would reach a half of the last one. */
const MOST_NOISE = 0.25;

/**
 * Rounds to a number of decimals, half away from zero, as the tables in papers do. A value within 12 significant
 * digits of a half counts as the half: 1.005 is 1.01 although its double lies below.
 *
 * @param decimals 0 to 12
 */
export function round(value: number, decimals: number): number {
  const scale = SCALES[decimals] ?? 10 ** decimals;
  const magnitude = Math.abs(value) * scale;
  const rounded = Math.floor(magnitude + Math.min(magnitude * NOISE, MOST_NOISE) + 0.5) / scale;
  return value < 0 ? 0 - rounded : rounded;
}

const SCALES = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

/** Whether `value` has reached `bound`, compared at 12 significant digits: 24.999999999999996 has reached 25. */
export function reaches(value: number, bound: number): boolean {
  return value >= bound || bound - value <= Math.abs(bound) * NOISE;
}

/** Whether `value` lies above `bound`, compared at 12 significant digits: 94.00000000000001 does not lie above 94. */
export function exceeds(value: number, bound: number): boolean {
  return value - bound > Math.abs(bound) * NOISE;
}
