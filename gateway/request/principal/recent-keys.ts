/** How long the text of a key stays in memory at most, in milliseconds. */
const KEPT_MS = 1_000;

/** Maximum number of keys in memory. The hash of any further one is computed at every call. */
const MOST_KEYS = 4_096;

/**
 * Remembers the SHA-256 of the keys of the last second, because computing it is the dearest step of a call. A hash says
 * nothing about its key's validity: the principal cache still decides every call. A timer clears the memory a second
 * after its first key.
 *
 * A look-up in a map takes longer for some texts than for others, but that tells a guesser nothing of a key: V8 seeds
 * the hash of strings anew in each process, and compares two texts only if their hashes are equal.
 */
export class RecentKeys {
  readonly #hashes = new Map<string, string>();

  /** The SHA-256 of a key; `undefined` if it was not kept within the last second. */
  hashOf(key: string): string | undefined {
    return this.#hashes.get(key);
  }

  /** Keeps the SHA-256 of a key that the records have. Keys that a caller makes up would take the place of others. */
  keep(key: string, keyHash: string): void {
    if (this.#hashes.size === 0) setTimeout(() => this.#hashes.clear(), KEPT_MS).unref();
    if (this.#hashes.size < MOST_KEYS) this.#hashes.set(key, keyHash);
  }
}
