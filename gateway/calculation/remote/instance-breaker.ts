/** A breaker with so much against its instance opens: after five failures in a row, or nine among seventeen calls. */
const OPENS_AT = 5;

/** What a success takes off: an instance that fails more than one call in three is taken out sooner or later. */
const SUCCESS_MAKES_GOOD = 0.5;

/**
 * Takes an instance out of use that does not answer, so that callers do not wait for it. It counts failures against
 * successes instead of a rate over a window: what an instance answered before it died says nothing for it, and one that
 * is rarely called is found out as well.
 */
export class InstanceBreaker {
  readonly #changed: (open: boolean) => void;
  #against = 0;
  #open = false;

  /** @param changed told when it opens and when it closes */
  constructor(changed: (open: boolean) => void) {
    this.#changed = changed;
  }

  /** True while no calls are to be sent. */
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

  /** The instance was found to be well, or not, by other means than a call. */
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
