import { FailureBalance } from './failure-balance.ts';

/**
 * Takes an instance out of use that cannot be reached or reports that it cannot answer, so that callers do not wait for
 * it. Only a health probe takes it back into use.
 */
export class InstanceBreaker {
  readonly #changed: (open: boolean) => void;
  readonly #balance = new FailureBalance();
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
    this.#balance.succeeded();
  }

  failed(): void {
    if (!this.#open && this.#balance.failed()) this.#turn(true);
  }

  /** Records the result of a health probe. */
  found(well: boolean): void {
    this.#balance.clear();
    if (this.#open === well) this.#turn(!well);
  }

  #turn(open: boolean): void {
    this.#open = open;
    this.#changed(open);
  }
}
