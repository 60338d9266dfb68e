/**
 * Upper bounds of the buckets, in seconds: from a step of a few microseconds to a call slower than any caller waits.
 */
export const LATENCY_BOUNDS: readonly number[] = [
  0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
  5,
];

const BOUNDS_MS = Float64Array.from(LATENCY_BOUNDS, (seconds) => seconds * 1_000);

/** A histogram in plain numbers: an observation costs a short scan of the bounds and two additions. */
export class Latencies {
  /** Observations by bucket, not cumulative; the last bucket has no bound. */
  readonly buckets = new Float64Array(BOUNDS_MS.length + 1);
  /** In an array: a number in an object field would be reallocated by every addition. */
  readonly #sum = new Float64Array(1);

  observe(ms: number): void {
    let at = 0;
    while (ms > (BOUNDS_MS[at] ?? Number.POSITIVE_INFINITY)) at += 1;
    this.buckets[at] = (this.buckets[at] ?? 0) + 1;
    this.#sum[0] = this.sumMs + ms;
  }

  /** Sum of all observations, in milliseconds. */
  get sumMs(): number {
    return this.#sum[0] ?? 0;
  }
}
