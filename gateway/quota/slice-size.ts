/** Milliseconds of one slice: about how long it blocks the event loop. */
const SLICE_MS = 3;

const FEWEST = 16;
const MOST = 512;

/** Adapts the rows per slice of background work to how long the last slices took. */
export class SliceSize {
  #rows = 64;

  get rows(): number {
    return this.#rows;
  }

  /** Reports the duration of a full slice, in milliseconds. */
  took(ms: number): void {
    if (ms > SLICE_MS) this.#rows = Math.max(FEWEST, this.#rows >> 1);
    else if (ms < SLICE_MS / 3) this.#rows = Math.min(MOST, this.#rows << 1);
  }

  /** Runs one slice and adapts to its duration. */
  run<T>(work: (rows: number) => T): T {
    const start = performance.now();
    const result = work(this.#rows);
    this.took(performance.now() - start);
    return result;
  }
}
