import type { PrincipalReading } from '../../accounts/keys/read-principal.ts';

/** A cached reading of a key, with or without a principal. */
export interface PrincipalEntry extends PrincipalReading {
  /** When the reading began, in milliseconds since 1970: the data may be as old as that. */
  readonly readAt: number;
}

/** The records that a reading depends on, as `kind:id` of the rows of `changes`. */
export function tagsOf({ owner }: PrincipalReading): string[] {
  return owner === null ? [] : [`key:${owner.keyId}`, `client:${owner.clientId}`, `plan:${owner.plan}`];
}

/**
 * A bounded map of entries by the SHA-256 of the key, with an index of the records on which each depends. Entries are
 * in the order of their reading. A key in use is read again every few seconds, so the first entry is the least recently
 * used and is evicted first. The hot path need not reorder anything.
 */
export class PrincipalEntries {
  readonly #entries = new Map<string, PrincipalEntry>();
  /** A tag's only hash, or all of them: most records have one key, and a set takes ten times the memory of its text. */
  readonly #hashes = new Map<string, string | Set<string>>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(keyHash: string): PrincipalEntry | undefined {
    return this.#entries.get(keyHash);
  }

  /** Stores an entry, unless the stored one includes later changes. */
  put(keyHash: string, entry: PrincipalEntry): void {
    const held = this.#entries.get(keyHash);
    if (held !== undefined && held.asOf > entry.asOf) {
      return;
    }
    this.remove(keyHash);
    this.#entries.set(keyHash, entry);
    for (const tag of tagsOf(entry)) {
      const hashes = this.#hashes.get(tag);
      if (hashes === undefined) this.#hashes.set(tag, keyHash);
      else if (typeof hashes === 'string') this.#hashes.set(tag, new Set([hashes, keyHash]));
      else hashes.add(keyHash);
    }
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#size && oldest !== undefined) {
      this.remove(oldest);
    }
  }

  remove(keyHash: string): void {
    const entry = this.#entries.get(keyHash);
    if (entry === undefined) {
      return;
    }
    this.#entries.delete(keyHash);
    for (const tag of tagsOf(entry)) {
      const hashes = this.#hashes.get(tag);
      if (hashes instanceof Set) hashes.delete(keyHash);
      if (hashes === keyHash || (hashes instanceof Set && hashes.size === 0)) this.#hashes.delete(tag);
    }
  }

  /** Removes every entry that depends on the record with this tag. */
  removeTagged(tag: string): void {
    const hashes = this.#hashes.get(tag) ?? [];
    for (const keyHash of typeof hashes === 'string' ? [hashes] : [...hashes]) this.remove(keyHash);
  }
}
