import { withTimeLimit } from '../../../plugins/sdk/host/time-limit.ts';
import type { PrincipalReading } from '../../accounts/keys/read-principal.ts';
import type { ChangesListener } from '../../records/changes/changes-feed.ts';
import type { ChangeKind } from '../../records/tables.ts';
import { PrincipalEntries, type PrincipalEntry, tagsOf } from './principal-entries.ts';
import { Tombstones } from './tombstones.ts';

/** The records cannot be read, and what is known of the key does not suffice. The caller is answered 503. */
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
  /** Most keys that are remembered; of hashes that belong to no key a fifth of it. */
  readonly size?: number;
}

const FRESH_MS = 5_000;
const USABLE_MS = 60 * 60 * 1_000;
/** How long a caller waits for the records before they count as unreachable. */
const ANSWER_MS = 1_000;
/** While they are unreachable one question in this time finds out whether they are back; nobody else waits. */
const PROBE_MS = 1_000;
/** Anybody can make up well-formed keys: their look-ups must not pile up before those of the customers. */
const MOST_QUESTIONS = 500;
/** A reading that lacks a change which is known already is made again; records that never catch up are unusable. */
const MOST_READINGS = 5;

/**
 * Remembers who presents a key, by the key's SHA-256, so that a call costs no SQL. Entries are fresh for 5 s and kept
 * true by `changes`; beyond that they are used only while the records are unreachable, for an hour at most. An expired
 * key opens nothing, however fresh its entry is.
 */
export class PrincipalCache implements ChangesListener {
  readonly #read: PrincipalCacheOptions['read'];
  readonly #now: () => number;
  readonly #keys: PrincipalEntries;
  /** Apart from the keys, so that a flood of made-up keys does not push out a single real one. */
  readonly #misses: PrincipalEntries;
  readonly #questions = new Map<string, Promise<PrincipalEntry>>();
  readonly #tombstones = new Tombstones(10_000);
  /** A key made by this change may be one that was asked for before in vain. */
  #newestKeyChange = 0;
  /** Entries that were not read after this instant are to be read again. */
  #staleUntil = Number.NEGATIVE_INFINITY;
  /** `null` while the records answer, else when they may be asked again. */
  #probeAt: number | null = null;

  constructor({ read, now, size = 50_000 }: PrincipalCacheOptions) {
    this.#read = read;
    this.#now = now;
    this.#keys = new PrincipalEntries(size);
    this.#misses = new PrincipalEntries(Math.ceil(size / 5));
  }

  /** True while the records do not answer, as far as the calls of the last seconds have shown. */
  get away(): boolean {
    return this.#probeAt !== null && this.#now() < this.#probeAt + FRESH_MS;
  }

  /** The entry that may decide this call, or `undefined`: then `fill`. Its principal is `null` for 401. */
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
   * Reads a key for which `lookup` had no answer. Callers who ask for the same key share one question.
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

  /** Removes what the change concerns, and remembers it for readings that are under way. */
  changed(seq: number, kind: ChangeKind, id: string): void {
    const tag = `${kind}:${id}`;
    this.#tombstones.set(tag, seq);
    if (kind === 'key') {
      this.#newestKeyChange = seq;
    }
    this.#keys.removeTagged(tag);
  }

  /** Lets every entry be read again before it is used, unless the records are unreachable. */
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

  /** A change that became known during the reading may not be in it: a revoked key would outlive its revocation. */
  #outdated(entry: PrincipalEntry): boolean {
    return entry.owner === null
      ? entry.asOf < this.#newestKeyChange
      : tagsOf(entry).some((tag) => this.#tombstones.newest(tag) > entry.asOf);
  }

  #fresh(entry: PrincipalEntry, now: number): boolean {
    return now - entry.readAt < FRESH_MS && entry.readAt > this.#staleUntil;
  }

  /** What may be used although it is not fresh. A miss never may: the key may have been made since. */
  #usable(keyHash: string, now: number): PrincipalEntry | undefined {
    const entry = this.#keys.get(keyHash);
    return entry !== undefined && now - entry.readAt < USABLE_MS ? atTime(entry, now) : undefined;
  }
}

const CROWDED = new Error('Too many unknown keys are being looked up');

/** The entry as it stands at this instant: an expired key has no principal. */
function atTime(entry: PrincipalEntry, now: number): PrincipalEntry {
  const expiresAt = entry.principal?.expiresAt ?? null;
  return expiresAt !== null && expiresAt <= now ? { ...entry, principal: null } : entry;
}

function noAnswer(): Error {
  return new Error(`no answer within ${ANSWER_MS} ms`);
}
