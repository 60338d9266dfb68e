/** Removals after which the entries move to a new map. */
const RENEWED_AFTER = 256;

/**
 * A map of entries that soon leave it, in the order of their arrival.
 *
 * A map that entries come into and leave makes a new table every few removals, and V8 links each table to the next:
 * one old table that was moved to the old generation would keep all later ones alive, with the calls that they knew,
 * until the next full collection. So the map itself is replaced from time to time.
 */
export class PassingMap<K, V> {
  #entries: Map<K, V>;
  #removed = 0;

  constructor(entries: Iterable<readonly [K, V]> = []) {
    this.#entries = new Map(entries);
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  set(key: K, value: V): void {
    this.#entries.set(key, value);
  }

  /** @returns whether the key was in the map */
  delete(key: K): boolean {
    if (!this.#entries.delete(key)) return false;
    this.#removed += 1;
    // As many removals as entries: a removal costs the copy of one entry at most.
    if (this.#removed >= Math.max(RENEWED_AFTER, this.#entries.size)) {
      this.#entries = new Map(this.#entries);
      this.#removed = 0;
    }
    return true;
  }

  /** Removes and returns every key. */
  take(): K[] {
    const keys = [...this.#entries.keys()];
    this.#entries = new Map();
    this.#removed = 0;
    return keys;
  }

  keys(): Iterable<K> {
    return this.#entries.keys();
  }

  values(): Iterable<V> {
    return this.#entries.values();
  }

  [Symbol.iterator](): Iterator<readonly [K, V]> {
    return this.#entries[Symbol.iterator]();
  }
}
