import { withTimeLimit } from '../../../plugins/sdk/host/time-limit.ts';
import type { PrincipalReading } from '../../accounts/keys/read-principal.ts';
import type { ChangesListener } from '../../records/changes/changes-feed.ts';
import type { ChangeKind } from '../../records/tables.ts';
import { PrincipalEntries, type PrincipalEntry, tagsOf } from './principal-entries.ts';
import { Tombstones } from './tombstones.ts';

/** The records cannot be read, and the cache does not know enough about the key. The caller is answered 503. */
export class RecordsAway extends Error {
  constructor(cause: unknown) {
    super('The records cannot be read', { cause });
    this.name = 'RecordsAway';
  }
}

export interface PrincipalCacheOptions {
  /** Reads a key from the records by its SHA-256. */
  readonly read: (keyHash: string) => Promise<PrincipalReading>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Most keys that are remembered. Hashes that belong to no key have a fifth of that. */
  readonly size?: number;
}

const FRESH_MS = 5_000;
const USABLE_MS = 60 * 60 * 1_000;
/** How long a caller waits for the records before they count as unreachable. */
const ANSWER_MS = 1_000;
/** While the records are unreachable, one question in this time, in milliseconds, finds out whether they are back. */
const PROBE_MS = 1_000;
/** Look-ups under way. Well-formed keys can be made up, and their look-ups must not hold up those of customers. */
const MOST_QUESTIONS = 500;
/** Readings of one key. A reading that lacks a known change is repeated; records that never catch up are unusable. */
const MOST_READINGS = 5;

/**
 * Remembers the principals of keys, by the SHA-256 of the key, so that a call costs no SQL. An entry is fresh for 5 s, and
 * the feed of changes removes it earlier when it is no longer true. While the records are unreachable, an entry is used for
 * an hour at most. An expired key opens nothing, however fresh its entry is.
 */
export class PrincipalCache implements ChangesListener {
  readonly #read: PrincipalCacheOptions['read'];
  readonly #now: () => number;
  readonly #keys: PrincipalEntries;
  /** Kept apart from the keys, so that a flood of made-up keys cannot push out a real one. */
  readonly #misses: PrincipalEntries;
  readonly #questions = new Map<string, Promise<PrincipalEntry>>();
  readonly #tombstones = new Tombstones(10_000);
  /** A key that was made by this change may be one that was looked up in vain before. */
  #newestKeyChange = 0;
  /** Entries that were read before this instant must be read again. */
  #staleUntil = Number.NEGATIVE_INFINITY;
  /** `null` while the records answer, else when they may be asked again. */
  #probeAt: number | null = null;

  constructor({ read, now, size = 50_000 }: PrincipalCacheOptions) {
    this.#read = read;
    this.#now = now;
    this.#keys = new PrincipalEntries(size);
    this.#misses = new PrincipalEntries(Math.ceil(size / 5));
  }

  /** Whether the records did not answer the calls of the last seconds. */
  get away(): boolean {
    return this.#probeAt !== null && this.#now() < this.#probeAt + FRESH_MS;
  }

  /** The entry that decides this call; its principal is `null` for 401. `undefined` if `fill` must read the key first. */
  lookup(keyHash: string): PrincipalEntry | undefined {
    const now = this.#now();
    const entry = this.#keys.get(keyHash);
    if (entry === undefined) {
      const miss = this.#misses.get(keyHash);
      return miss !== undefined && miss.asOf >= this.#newestKeyChange && this.#fresh(miss, now) ? miss : undefined;
    }
    if (this.#fresh(entry, now)) {
      return atTime(entry, now);
    }
    return this.#probeAt !== null && now < this.#probeAt ? this.#usable(keyHash, now) : undefined;
  }

  /**
   * Reads a key for which `lookup` had no answer. Calls with the same key share one question.
   *
   * @throws RecordsAway
   */
  async fill(keyHash: string): Promise<PrincipalEntry> {
    const now = this.#now();
    const probeAt = this.#probeAt;
    try {
      if (probeAt !== null) {
        if (now < probeAt) {
          throw new Error('they were asked a moment ago');
        }
        this.#probeAt = now + PROBE_MS;
      }
      const question = this.#question(keyHash);
      const usable = probeAt === null ? undefined : this.#usable(keyHash, now);
      if (usable !== undefined) {
        question.catch(() => undefined);
        return usable;
      }
      return atTime(await withTimeLimit(question, ANSWER_MS, noAnswer), this.#now());
    } catch (error) {
      if (error !== CROWDED) {
        this.#probeAt ??= this.#now() + PROBE_MS;
      }
      // Looked up again: a change may have removed it while the caller waited.
      const usable = this.#usable(keyHash, this.#now());
      if (usable === undefined) {
        throw new RecordsAway(error);
      }
      return usable;
    }
  }

  /** Removes the entries that a change concerns, and remembers the change for readings under way. */
  changed(seq: number, kind: ChangeKind, id: string): void {
    const tag = `${kind}:${id}`;
    this.#tombstones.set(tag, seq);
    if (kind === 'key') {
      this.#newestKeyChange = seq;
    }
    this.#keys.removeTagged(tag);
  }

  /** From now on every entry is read again before it is used, unless the records are unreachable. */
  allStale(): void {
    this.#staleUntil = this.#now();
  }

  #question(keyHash: string): Promise<PrincipalEntry> {
    let question = this.#questions.get(keyHash);
    if (question === undefined) {
      if (this.#questions.size >= MOST_QUESTIONS) {
        throw CROWDED;
      }
      question = this.#ask(keyHash).finally(() => this.#questions.delete(keyHash));
      this.#questions.set(keyHash, question);
    }
    return question;
  }

  async #ask(keyHash: string): Promise<PrincipalEntry> {
    for (let reading = 0; reading < MOST_READINGS; reading += 1) {
      const readAt = this.#now();
      const entry = { ...(await this.#read(keyHash)), readAt };
      this.#probeAt = null;
      if (!this.#outdated(entry)) {
        const [home, other] = entry.owner === null ? [this.#misses, this.#keys] : [this.#keys, this.#misses];
        other.remove(keyHash);
        home.put(keyHash, entry);
        return entry;
      }
    }
    throw new Error('The records are older than the changes they have told');
  }

  /** A reading may lack a change that became known meanwhile: a revoked key would outlive its revocation. */
  #outdated(entry: PrincipalEntry): boolean {
    return entry.owner === null
      ? entry.asOf < this.#newestKeyChange
      : tagsOf(entry).some((tag) => this.#tombstones.newest(tag) > entry.asOf);
  }

  #fresh(entry: PrincipalEntry, now: number): boolean {
    return now - entry.readAt < FRESH_MS && entry.readAt > this.#staleUntil;
  }

  /** The entry that may be used although it is not fresh. A miss may not: the key may have been made since. */
  #usable(keyHash: string, now: number): PrincipalEntry | undefined {
    const entry = this.#keys.get(keyHash);
    return entry !== undefined && now - entry.readAt < USABLE_MS ? atTime(entry, now) : undefined;
  }
}

const CROWDED = new Error('Too many unknown keys are being looked up');

/** The entry at this instant: an expired key has no principal. */
function atTime(entry: PrincipalEntry, now: number): PrincipalEntry {
  const expiresAt = entry.principal?.expiresAt ?? null;
  return expiresAt !== null && expiresAt <= now ? { ...entry, principal: null } : entry;
}

function noAnswer(): Error {
  return new Error(`no answer within ${ANSWER_MS} ms`);
}
