/** What can be read of a map by name, of one or of many entries. */
export interface ByName<V> extends Iterable<[string, V]> {
  readonly size: number;
  get(name: string): V | undefined;
}

/**
 * A map by name that seldom holds more than one entry. The first entry lives in the object itself, so that the map of a
 * client takes 48 bytes and not 250: a store has six of them for each of its clients in memory.
 */
export class SmallMap<V> implements ByName<V> {
  #name: string | null = null;
  #value: V | undefined;
  /** All entries, once there was more than one. */
  #entries: Map<string, V> | null = null;

  constructor(entries: Iterable<readonly [string, V]> = []) {
    for (const [name, value] of entries) this.set(name, value);
  }

  get size(): number {
    if (this.#entries !== null) return this.#entries.size;
    return this.#name === null ? 0 : 1;
  }

  get(name: string): V | undefined {
    if (this.#entries !== null) return this.#entries.get(name);
    return this.#name === name ? this.#value : undefined;
  }

  has(name: string): boolean {
    return this.#entries === null ? this.#name === name : this.#entries.has(name);
  }

  set(name: string, value: V): void {
    if (this.#entries === null && (this.#name === null || this.#name === name)) {
      this.#name = name;
      this.#value = value;
      return;
    }
    this.#entries ??= new Map(this);
    this.#entries.set(name, value);
    this.#name = null;
    this.#value = undefined;
  }

  delete(name: string): void {
    this.#entries?.delete(name);
    if (this.#name === name) this.clear();
  }

  clear(): void {
    this.#entries = null;
    this.#name = null;
    this.#value = undefined;
  }

  keys(): Iterable<string> {
    if (this.#entries !== null) return this.#entries.keys();
    return this.#name === null ? [] : [this.#name];
  }

  values(): Iterable<V> {
    if (this.#entries !== null) return this.#entries.values();
    return this.#value === undefined ? [] : [this.#value];
  }

  [Symbol.iterator](): Iterator<[string, V]> {
    if (this.#entries !== null) return this.#entries[Symbol.iterator]();
    const only: [string, V][] = this.#name === null || this.#value === undefined ? [] : [[this.#name, this.#value]];
    return only[Symbol.iterator]();
  }
}
