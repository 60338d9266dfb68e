import type { Cluster, Redis } from 'ioredis';
import type { Reader } from '../records.ts';
import type { ChangeKind } from '../tables.ts';
import type { ChangesListener } from './changes-feed.ts';
import { MOST_REVOCATIONS, REVOCATIONS, type Revocation, revocationOf } from './revocation.ts';
import { RevocationRelay } from './revocation-relay.ts';

/** A part of the gateway that caches keys. */
export interface RevocationListener {
  /** The keys of this record end. The same revocation may arrive again. */
  revoked(revocation: Revocation): void;
  /** Revocations may have been missed: no key that was read earlier may be used. */
  distrust(): void;
}

export interface RevocationFeedOptions {
  readonly db: Reader;
  readonly redis: Redis | Cluster;
  readonly listener: RevocationListener;
  /** Milliseconds of a clock that is never set. */
  readonly monotonic: () => number;
  /** Milliseconds between polls. */
  readonly interval?: number;
}

/** Every such poll reads the whole list, in case Redis lost entries that this process has not read. */
const WHOLE_EVERY = 40;

/** Milliseconds until a failed copy is repeated. */
const RETRY_MS = 250;

/**
 * Polls the list of revocations in Redis, so that a process that PostgreSQL does not reach learns of revoked keys. It
 * also copies revocations from PostgreSQL to the list: at its start, when the feed of changes reports one, and when
 * Redis has lost some.
 */
export class RevocationFeed implements ChangesListener {
  readonly #redis: Redis | Cluster;
  readonly #listener: RevocationListener;
  readonly #now: () => number;
  readonly #interval: number;
  readonly #relay: RevocationRelay;
  readonly #end = new AbortController();
  /** The newest row read from Redis. */
  #newest = 0;
  #polls = 0;
  #currentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #copying: Promise<void> = Promise.resolve();
  #copyWaits = false;
  #retry: NodeJS.Timeout | undefined;

  constructor({ db, redis, listener, monotonic, interval = 250 }: RevocationFeedOptions) {
    this.#redis = redis;
    this.#listener = listener;
    this.#now = monotonic;
    this.#interval = interval;
    this.#relay = new RevocationRelay(db);
  }

  /** The instant up to which the listener knows the list, by the monotonic clock; long ago before the first poll. */
  get currentAt(): number {
    return this.#currentAt;
  }

  /** Polls once, then in the background, and copies all revocations. */
  async start(): Promise<void> {
    this.#copy();
    await this.#poll();
    this.#schedule();
  }

  /** Resolves when no poll and no copy is running. */
  async stop(): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    await this.#polling;
    await this.#copying;
  }

  /** From the feed of changes: another process may have died before it copied this revocation. */
  changed(_seq: number, _kind: ChangeKind, _id: string, endsAt: number | null): void {
    if (endsAt !== null) this.#copy();
  }

  /** From the feed of changes: Redis was lost and is back, perhaps without its data. */
  allStale(): void {
    this.#copyEverything();
  }

  #schedule(): void {
    if (this.#end.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll();
      void this.#polling.then(() => this.#schedule());
    }, this.#interval);
  }

  async #poll(): Promise<void> {
    const began = this.#now();
    const known = this.#newest;
    const from = this.#polls % WHOLE_EVERY === 0 ? 0 : known;
    try {
      if (!this.#take(await this.#read(from), known)) this.#take(await this.#read(0), 0);
      this.#polls += 1;
      this.#currentAt = began;
    } catch {
      // Redis is away. The next answer may come from another server.
      this.#polls = 0;
    }
  }

  /** Alternating members and scores, oldest first, including those of row `from`. */
  #read(from: number): Promise<string[]> {
    return this.#redis.zrange(REVOCATIONS, from, '+inf', 'BYSCORE', 'WITHSCORES');
  }

  /**
   * Passes revocations on.
   *
   * @param known the newest row that was read earlier, which the list must still contain
   * @returns false if the list does not contain it: then Redis has lost data
   */
  #take(list: readonly string[], known: number): boolean {
    const scores = list.filter((_, index) => index % 2 === 1).map(Number);
    if (list.length >= 2 * MOST_REVOCATIONS && known > 0 && (scores[0] ?? 0) > known) this.#listener.distrust();
    for (let index = 0; index < list.length; index += 2) {
      const revocation = revocationOf(list[index] ?? '', list[index + 1] ?? '');
      if (revocation !== null) this.#listener.revoked(revocation);
    }
    this.#newest = scores.at(-1) ?? 0;
    if (known === 0 || scores.includes(known)) return true;
    this.#copyEverything();
    return false;
  }

  #copyEverything(): void {
    this.#relay.startAgain();
    this.#copy();
  }

  /** One copy in progress and one that waits cover any number of revocations. */
  #copy(): void {
    if (this.#copyWaits || this.#end.signal.aborted) return;
    this.#copyWaits = true;
    this.#copying = this.#copying.then(async () => {
      this.#copyWaits = false;
      await this.#relay.run(() => this.#redis).catch(() => this.#copyLater());
    });
  }

  #copyLater(): void {
    clearTimeout(this.#retry);
    if (!this.#end.signal.aborted) this.#retry = setTimeout(() => this.#copy(), RETRY_MS);
  }
}
