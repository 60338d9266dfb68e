/** The balance of failures at which a breaker opens: five failures in a row, or nine among seventeen calls. */
const OPENS_AT = 5;

/**
 * What a success takes off the balance. An instance that fails more than one call in three eventually goes out of use.
 */
const SUCCESS_MAKES_GOOD = 0.5;

/**
 * Takes a failing instance out of use, so that callers do not wait for it. It keeps a balance of failures and successes
 * instead of an error rate over a window. Answers from before the failures therefore do not delay it, and it also
 * detects the failure of an instance with few calls.
 */
export class InstanceBreaker {
  readonly #changed: (open: boolean) => void;
  #against = 0;
  #open = false;

  /** @param changed called when the breaker opens and when it closes */
  constructor(changed: (open: boolean) => void) {
    this.#changed = changed;
  }

  /** Whether the instance is out of use. */
  get open(): boolean {
    return this.#open;
  }

  succeeded(): void {
    if (this.#against > 0) this.#against -= SUCCESS_MAKES_GOOD;
  }

  failed(): void {
    if (this.#open) return;
    this.#against += 1;
    if (this.#against >= OPENS_AT) this.#turn(true);
  }

  /** Records the result of a health probe. */
  found(well: boolean): void {
    this.#against = 0;
    if (this.#open === well) this.#turn(!well);
  }

  #turn(open: boolean): void {
    this.#against = 0;
    this.#open = open;
    this.#changed(open);
  }
}
