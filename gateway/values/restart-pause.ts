/** Something that lived this long did not fail at its start: its successor starts without a pause. */
const SETTLED_MS = 10_000;

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

/** The pause before the next attempt to start something that ended unexpectedly. Each failure in a row doubles it. */
export class RestartPause {
  #failures = 0;

  /** Milliseconds before the next attempt. */
  get ms(): number {
    return this.#failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
  }

  /** Records an unexpected end. @param livedMs milliseconds between its start and its end */
  ended(livedMs: number): void {
    this.#failures = livedMs < SETTLED_MS ? this.#failures + 1 : 0;
  }

  /** Records an attempt that failed. */
  failed(): void {
    this.#failures += 1;
  }
}
