/**
 * A map that evicts entries that were not used for long. It holds at most twice `capacity` entries and never evicts the
 * `capacity` most recently used. It keeps two generations instead of a recency list, so a hit costs one look-up and
 * moves nothing.
 */
export class BoundedMap<K, V> {
  readonly #capacity: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: K): V | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const aged = this.#old.get(key);
    if (aged !== undefined) this.set(key, aged);
    return aged;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#capacity && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    const { size } = this.#young;
    this.#young.set(key, value);
    // A stale value would take memory until the next change of generations.
    if (this.#young.size > size) this.#old.delete(key);
  }

  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
