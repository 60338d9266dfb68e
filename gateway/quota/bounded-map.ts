/**
 * A map that forgets what was not used for long: at most twice `capacity` entries, never one of the `capacity` used
 * last. Two generations instead of a list of uses, so that a hit costs one look-up and moves nothing.
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
    this.#young.set(key, value);
  }

  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
