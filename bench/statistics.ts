/** The values of a row's rounds, formatted for the table. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
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
