import type { PrincipalReading } from '../../accounts/keys/read-principal.ts';
import type { ChangeKind } from '../../records/tables.ts';

/**
 * The part of a full map that is evicted at once. To find the first entry, a map steps over all removed ones that it
 * still has before it, often thousands: too much for each eviction.
 */
const EVICTED_PART = 1 / 200;

const PLAN = 'plan:';

/** A cached reading of a key, with or without a principal. */
export interface PrincipalEntry extends PrincipalReading {
  /** When the reading began, by the monotonic clock: the data may be as old as that. */
  readonly readAt: number;
  /** When a call that used the key was last noted, in milliseconds since 1970; 0 if none was. */
  notedAt: number;
}

/**
 * The name of a record of `changes` in the index. Ids of keys and clients begin with their kind (`key_`, `cl_`), and are
 * in memory anyway; only the names of plans need one.
 */
export function tagOf(kind: ChangeKind, id: string): string {
  return kind === 'plan' ? `${PLAN}${id}` : id;
}

/** The tags of the records that a reading depends on. */
export function tagsOf(reading: PrincipalReading): string[] {
  return reading.owner === null ? [] : [...indexedTagsOf(reading), tagOf('plan', reading.owner.plan)];
}

/**
 * Those of the index. Without plans: nearly every key of an installation can have the same, and a change of a plan is
 * rare.
 */
function indexedTagsOf({ owner }: PrincipalReading): string[] {
  return owner === null ? [] : [tagOf('key', owner.keyId), tagOf('client', owner.clientId)];
}

/**
 * A bounded map of entries by the SHA-256 of the key, with an index of the keys and clients on which they depend. Entries
 * are in the order of their reading. A key in use is read again every few seconds, so the first entry is the least
 * recently used and is evicted first. The hot path need not reorder anything.
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
    if (held !== undefined) {
      if (held.asOf > entry.asOf) return;
      this.remove(keyHash);
    }
    this.#entries.set(keyHash, entry);
    for (const tag of indexedTagsOf(entry)) {
      const hashes = this.#hashes.get(tag);
      if (hashes === undefined) this.#hashes.set(tag, keyHash);
      else if (typeof hashes === 'string') this.#hashes.set(tag, new Set([hashes, keyHash]));
      else hashes.add(keyHash);
    }
    if (this.#entries.size > this.#size) this.#evict(Math.ceil(this.#size * EVICTED_PART));
  }

  #evict(count: number): void {
    for (const oldest of this.#entries.keys().take(count)) this.remove(oldest);
  }

  remove(keyHash: string): void {
    const entry = this.#entries.get(keyHash);
    if (entry === undefined) {
      return;
    }
    this.#entries.delete(keyHash);
    for (const tag of indexedTagsOf(entry)) {
      const hashes = this.#hashes.get(tag);
      if (hashes instanceof Set) hashes.delete(keyHash);
      if (hashes === keyHash || (hashes instanceof Set && hashes.size === 0)) this.#hashes.delete(tag);
    }
  }

  /**
   * Ends the keys of every entry that depends on the record with this tag and does not include row `seq` of `changes`.
   *
   * @param endsAt milliseconds since 1970
   */
  endTagged(tag: string, seq: number, endsAt: number): void {
    for (const keyHash of this.#tagged(tag)) {
      const entry = this.#entries.get(keyHash);
      const { principal } = entry ?? { principal: null };
      if (entry === undefined || principal === null || entry.asOf >= seq) continue;
      const expiresAt = Math.min(endsAt, principal.expiresAt ?? endsAt);
      this.#entries.set(keyHash, { ...entry, principal: { ...principal, expiresAt } });
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#hashes.clear();
  }

  /** Removes every entry that depends on the record with this tag and does not include row `seq` of `changes`. */
  removeTagged(tag: string, seq: number): void {
    for (const keyHash of this.#tagged(tag)) {
      const entry = this.#entries.get(keyHash);
      if (entry !== undefined && entry.asOf < seq) this.remove(keyHash);
    }
  }

  #tagged(tag: string): readonly string[] {
    if (tag.startsWith(PLAN)) return this.#ofPlan(tag.slice(PLAN.length));
    const hashes = this.#hashes.get(tag) ?? [];
    return typeof hashes === 'string' ? [hashes] : [...hashes];
  }

  /** Looks at all entries: 16 ms for 200,000 of them (measured on one core of a busy machine). */
  #ofPlan(plan: string): readonly string[] {
    const found: string[] = [];
    for (const [keyHash, { owner }] of this.#entries) if (owner?.plan === plan) found.push(keyHash);
    return found;
  }
}
