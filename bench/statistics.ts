/** The values of a row's rounds, formatted for the table. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The smallest value that is not below `share` percent of all values (nearest rank): `percentile(sorted, 99.9)`.
 * @param sorted ascending
 * @throws RangeError without values
 */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.max(1, Math.ceil((share * sorted.length) / 100));
  const value = sorted[rank - 1];
  if (value === undefined) throw new RangeError('no values');
  return value;
}

/** @throws RangeError without values */
export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (min === undefined || max === undefined || low === undefined || high === undefined) {
    throw new RangeError('no values');
  }
  return { median: (low + high) / 2, min, max };
}
