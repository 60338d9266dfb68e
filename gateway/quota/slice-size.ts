/** The event loop is held up for about so many milliseconds at a time. */
const SLICE_MS = 3;

const FEWEST = 16;
const MOST = 512;

/** How many rows a slice of background work may have, by how long the last slices took. */
export class SliceSize {
  #rows = 64;

  get rows(): number {
    return this.#rows;
  }

  /** A full slice took so many milliseconds. */
  took(ms: number): void {
    if (ms > SLICE_MS) this.#rows = Math.max(FEWEST, this.#rows >> 1);
    else if (ms < SLICE_MS / 3) this.#rows = Math.min(MOST, this.#rows << 1);
  }

  /** Runs one slice, and learns from it. */
  run<T>(work: (rows: number) => T): T {
    const start = performance.now();
    const result = work(this.#rows);
    this.took(performance.now() - start);
    return result;
  }
}
