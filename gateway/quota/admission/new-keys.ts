import { KEY_MS } from '../model/holds.ts';

/** Most idempotency keys that a process has kept in {@link KEY_MS}, over all clients: about 250 MB in Redis. */
export const MOST_KEYS_A_PROCESS = 1_000_000;

/**
 * Counts the idempotency keys that the calls of a process have made the store keep, so that the keys of all clients
 * together stay bounded. A batch that is charged in several commands counts once per command.
 */
export class NewKeys {
  readonly #most: number;
  #since = Number.NEGATIVE_INFINITY;
  #count = 0;
  /** The key that was counted last: the calls of a batch share one. */
  #last = '';

  constructor(most: number = MOST_KEYS_A_PROCESS) {
    this.#most = most;
  }

  /** @param now milliseconds of a clock that is never set */
  isFull(now: number): boolean {
    return this.#count >= this.#most && now < this.#since + KEY_MS;
  }

  /** A call with this key was charged. */
  charged(key: string, now: number): void {
    if (key === this.#last) return;
    this.#last = key;
    if (now >= this.#since + KEY_MS) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
  }
}
