import type { PrincipalReading } from '../../accounts/keys/read-principal.ts';

/** What is known about a key: its principal, or that it opens nothing. */
export interface PrincipalEntry extends PrincipalReading {
  /** When the reading was asked for, in milliseconds since 1970. An entry is never fresher than the question. */
  readonly readAt: number;
}

/** The records that a reading depends on, as `kind:id` of the rows of `changes`. */
export function tagsOf({ owner }: PrincipalReading): string[] {
  return owner === null ? [] : [`key:${owner.keyId}`, `client:${owner.clientId}`, `plan:${owner.plan}`];
}

/**
 * A bounded number of entries by the SHA-256 of the key, with an index of the records that each depends on. The entries are
 * in the order of their reading. A key in use is read again every few seconds, so the first entry has been out of use
 * longest, and makes room. The hot path does not have to reorder anything.
 */
export class PrincipalEntries {
  readonly #entries = new Map<string, PrincipalEntry>();
  readonly #hashes = new Map<string, Set<string>>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(keyHash: string): PrincipalEntry | undefined {
    return this.#entries.get(keyHash);
  }

  /** Keeps an entry, unless there is one that includes later changes. */
  put(keyHash: string, entry: PrincipalEntry): void {
    const held = this.#entries.get(keyHash);
    if (held !== undefined && held.asOf > entry.asOf) {
      return;
    }
    this.remove(keyHash);
    this.#entries.set(keyHash, entry);
    for (const tag of tagsOf(entry)) {
      const hashes = this.#hashes.get(tag) ?? new Set();
      this.#hashes.set(tag, hashes.add(keyHash));
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
      hashes?.delete(keyHash);
      if (hashes?.size === 0) {
        this.#hashes.delete(tag);
      }
    }
  }

  /** Removes every entry that depends on this record. */
  removeTagged(tag: string): void {
    for (const keyHash of [...(this.#hashes.get(tag) ?? [])]) {
      this.remove(keyHash);
    }
  }
}
