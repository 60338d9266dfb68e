import { withTimeLimit } from '../../../plugins/sdk/host/time-limit.ts';
import type { PrincipalReading } from '../../accounts/keys/read-principal.ts';
import type { ChangesListener } from '../../records/changes/changes-feed.ts';
import type { Revocation } from '../../records/changes/revocation.ts';
import type { RevocationListener } from '../../records/changes/revocation-feed.ts';
import type { ChangeKind } from '../../records/tables.ts';
import { PrincipalEntries, type PrincipalEntry, tagOf, tagsOf } from './principal-entries.ts';
import { Tombstones } from './tombstones.ts';

/** The records cannot be read, and the cache has no usable entry for the key. The caller gets 503. */
export class RecordsAway extends Error {
  constructor(cause: unknown) {
    super('The records cannot be read', { cause });
    this.name = 'RecordsAway';
  }
}

export interface PrincipalCacheOptions {
  /** Reads a key from the records by its SHA-256. */
  readonly read: (keyHash: string) => Promise<PrincipalReading>;
  /** Milliseconds of a clock that is never set: it decides how fresh an entry is. */
  readonly monotonic: () => number;
  /** Milliseconds since 1970: it decides whether a key has expired. */
  readonly wall: () => number;
  /** The instant up to which `changed` has reported every change, by the monotonic clock. */
  readonly currentAt?: () => number;
  /** The instant up to which `revoked` has reported every revocation, by the monotonic clock; long ago without Redis. */
  readonly revocationsAt?: () => number;
  /**
   * How long a key is used while neither the records nor the list of revocations can be read, in milliseconds. Less
   * than a second counts as a second.
   */
  readonly staleMs?: number;
  /** Maximum number of keys in the cache. Hashes of unknown keys get another fifth of that number. */
  readonly size?: number;
}

/** Keys in the cache by default: about 600 bytes each. */
const MOST_KEYS = 200_000;
/** How long an entry is used after it was last known to be current. */
const FRESH_MS = 5_000;
/** The least value of `staleMs` that works: both feeds are polled four times a second, but a busy process is late. */
const LEAST_STALE_MS = 1_000;
/** Age at which an entry is read again, even if no change was reported. */
const REREAD_MS = 300_000;
const USABLE_MS = 60 * 60 * 1_000;
/** How long a caller waits for the records before they count as unreachable. */
const ANSWER_MS = 1_000;
/** While the records are unreachable, one question in this period, in milliseconds, tests whether they are back. */
const PROBE_MS = 1_000;
/** Maximum number of concurrent look-ups, because look-ups of made-up keys must not delay those of customers. */
const MOST_QUESTIONS = 500;
/** Maximum number of readings for one look-up. A reading that lacks a known change is repeated. */
const MOST_READINGS = 5;

/**
 * Caches the principals of keys, by the SHA-256 of the key, so that a call needs no SQL. The feed of changes removes an
 * entry if its records change. An entry is fresh for 5 s after its reading or the feed's last poll, whichever is later,
 * so with thousands of keys in use none is read again while the feed works. While the records are unreachable, an entry
 * is used for at most an hour, and only while the list of revocations in Redis can be read, or for `staleMs`. An expired
 * or revoked key has no principal, however fresh its entry is.
 */
export class PrincipalCache implements ChangesListener, RevocationListener {
  readonly #read: PrincipalCacheOptions['read'];
  readonly #now: () => number;
  readonly #wall: () => number;
  readonly #currentAt: () => number;
  readonly #revocationsAt: () => number;
  readonly #staleMs: number;
  readonly #freshMs: number;
  readonly #keys: PrincipalEntries;
  /** Separate from the keys, so that a flood of made-up keys cannot evict a real one. */
  readonly #misses: PrincipalEntries;
  readonly #questions = new Map<string, Promise<PrincipalEntry>>();
  readonly #tombstones = new Tombstones(10_000);
  /** The newest change of any key. It may have created a key that an earlier look-up missed. */
  #newestKeyChange = 0;
  /** Entries read at or before this instant must be read again. */
  #staleUntil = Number.NEGATIVE_INFINITY;
  /** `null` while the records answer; otherwise the time of the next attempt to read them. */
  #probeAt: number | null = null;

  constructor(options: PrincipalCacheOptions) {
    const { read, monotonic, wall, currentAt = longAgo, revocationsAt = longAgo } = options;
    const { staleMs = 60_000, size = MOST_KEYS } = options;
    this.#read = read;
    this.#now = monotonic;
    this.#wall = wall;
    this.#currentAt = currentAt;
    this.#revocationsAt = revocationsAt;
    this.#staleMs = Math.max(LEAST_STALE_MS, staleMs);
    this.#freshMs = Math.min(FRESH_MS, this.#staleMs);
    this.#keys = new PrincipalEntries(size);
    this.#misses = new PrincipalEntries(Math.ceil(size / 5));
  }

  /** Whether the records were unreachable within the last few seconds. */
  get away(): boolean {
    return this.#probeAt !== null && this.#now() < this.#probeAt + FRESH_MS;
  }

  /** Whether known keys are refused, because neither the records nor the list of revocations can be read. */
  get cutOff(): boolean {
    return this.#now() - this.#provenAt() >= this.#staleMs;
  }

  /** The cached entry for a key; a `null` principal means 401. `undefined` if `fill` must read the key first. */
  lookup(keyHash: string): PrincipalEntry | undefined {
    const now = this.#now();
    const entry = this.#keys.get(keyHash);
    if (entry === undefined) {
      const miss = this.#misses.get(keyHash);
      return miss !== undefined && miss.asOf >= this.#newestKeyChange && this.#fresh(miss, now) ? miss : undefined;
    }
    if (this.#fresh(entry, now)) {
      return this.#atTime(entry);
    }
    return this.#probeAt !== null && now < this.#probeAt ? this.#usable(keyHash, now) : undefined;
  }

  /**
   * Reads a key for which `lookup` returned `undefined`. Concurrent calls with the same key share one reading.
   *
   * @throws RecordsAway
   */
  async fill(keyHash: string): Promise<PrincipalEntry> {
    const now = this.#now();
    const probeAt = this.#probeAt;
    try {
      if (probeAt !== null) {
        if (now < probeAt) {
          throw new Error('the records did not answer a moment ago');
        }
        this.#probeAt = now + PROBE_MS;
      }
      const question = this.#question(keyHash);
      const usable = probeAt === null ? undefined : this.#usable(keyHash, now);
      if (usable !== undefined) {
        question.catch(() => undefined);
        return usable;
      }
      return this.#atTime(await withTimeLimit(question, ANSWER_MS, noAnswer));
    } catch (error) {
      if (error !== CROWDED && error !== OUTDATED) {
        this.#probeAt ??= this.#now() + PROBE_MS;
      }
      // Look up again: a change may have removed the entry during the wait.
      const usable = this.#usable(keyHash, this.#now());
      if (usable === undefined) {
        throw new RecordsAway(error);
      }
      return usable;
    }
  }

  /** Removes the entries affected by a change, and remembers the change for readings in progress. */
  changed(seq: number, kind: ChangeKind, id: string): void {
    const tag = tagOf(kind, id);
    this.#tombstones.set(tag, seq);
    if (kind === 'key') {
      this.#newestKeyChange = seq;
    }
    this.#keys.removeTagged(tag, seq);
  }

  /** Ends the keys of a record at once, while the records themselves may be unreachable. */
  revoked({ seq, kind, id, endsAt }: Revocation): void {
    const tag = tagOf(kind, id);
    this.#tombstones.set(tag, seq);
    this.#keys.endTagged(tag, seq, endsAt);
  }

  /** Forgets every key, because revocations may have been missed. */
  distrust(): void {
    this.#keys.clear();
    this.allStale();
  }

  /** Invalidates every entry. The cache uses an invalid entry only while the records are unreachable. */
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
      const { principal, owner, asOf } = await this.#read(keyHash);
      const entry = { principal, owner, asOf, readAt, notedAt: 0 };
      this.#probeAt = null;
      if (!this.#outdated(entry)) {
        const [home, other] = entry.owner === null ? [this.#misses, this.#keys] : [this.#keys, this.#misses];
        other.remove(keyHash);
        home.put(keyHash, entry);
        return entry;
      }
    }
    throw OUTDATED;
  }

  /** Whether a reading lacks a change that arrived meanwhile. Using it could revive a revoked key. */
  #outdated(entry: PrincipalEntry): boolean {
    if (entry.asOf >= this.#tombstones.latest) return false;
    return entry.owner === null
      ? entry.asOf < this.#newestKeyChange
      : tagsOf(entry).some((tag) => this.#tombstones.newest(tag) > entry.asOf);
  }

  #fresh(entry: PrincipalEntry, now: number): boolean {
    const { readAt } = entry;
    const freshMs = this.#freshMs;
    const current = now - readAt < freshMs || (now - this.#currentAt() < freshMs && now - readAt < REREAD_MS);
    return current && readAt > this.#staleUntil;
  }

  /** An entry that may be used although it is not fresh. Misses do not qualify, because the key may exist by now. */
  #usable(keyHash: string, now: number): PrincipalEntry | undefined {
    const entry = this.#keys.get(keyHash);
    if (entry === undefined || now - entry.readAt >= USABLE_MS) return undefined;
    return now - Math.max(entry.readAt, this.#provenAt()) < this.#staleMs ? this.#atTime(entry) : undefined;
  }

  /** When this cache last knew every revocation. */
  #provenAt(): number {
    return Math.max(this.#currentAt(), this.#revocationsAt());
  }

  /** The entry at this instant: an expired key has no principal. */
  #atTime(entry: PrincipalEntry): PrincipalEntry {
    const expiresAt = entry.principal?.expiresAt ?? null;
    return expiresAt !== null && expiresAt <= this.#wall() ? { ...entry, principal: null } : entry;
  }
}

const longAgo = () => Number.NEGATIVE_INFINITY;

const OUTDATED = new Error('the records are older than the changes that they reported');
const CROWDED = new Error('too many look-ups of unknown keys are in progress');

function noAnswer(): Error {
  return new Error(`no answer within ${ANSWER_MS} ms`);
}
