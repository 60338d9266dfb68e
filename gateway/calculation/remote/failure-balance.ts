/** The balance of failures at which a breaker opens: five failures in a row, or nine among seventeen calls. */
const OPENS_AT = 5;

/** What a success takes off the balance. More failures than one call in three eventually open a breaker. */
const SUCCESS_MAKES_GOOD = 0.5;

/**
 * A balance of failures and successes, instead of an error rate over a window. Answers from before the failures
 * therefore do not delay a breaker, and it also opens when there are few calls.
 */
export class FailureBalance {
  #against = 0;

  succeeded(): void {
    if (this.#against > 0) this.#against -= SUCCESS_MAKES_GOOD;
  }

  /** @returns whether the breaker opens now; the balance then starts from zero */
  failed(): boolean {
    this.#against += 1;
    if (this.#against < OPENS_AT) return false;
    this.#against = 0;
    return true;
  }

  clear(): void {
    this.#against = 0;
  }
}
