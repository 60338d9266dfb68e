import type { Records } from '../records.ts';
import type { ChangeKind } from '../tables.ts';
import { CHANGES_KEPT_MS } from './changes-prune.ts';

/** A listener: a part of the gateway that caches records. */
export interface ChangesListener {
  /**
   * The cached state of this record is out of date. Sequences arrive in order and only grow.
   *
   * @param endsAt when the keys of the record end, in milliseconds since 1970; `null` if the change ends none
   */
  changed(seq: number, kind: ChangeKind, id: string, endsAt: number | null): void;
  /** Changes may have been missed: revalidate everything before using it. */
  allStale(): void;
}

export interface ChangesFeedOptions {
  readonly records: Pick<Records, 'db'>;
  /** Milliseconds between polls. */
  readonly interval?: number;
  /** Called once when the records become unreadable, and again only after they were readable in between. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds since 1970. Unlike the monotonic clock, it goes on while the machine is suspended. */
  readonly wall?: () => number;
  /** Milliseconds of a clock that is never set. */
  readonly monotonic?: () => number;
}

/** Rows unread for longer than this may already have been removed. */
const LONGEST_SLEEP_MS = CHANGES_KEPT_MS / 2;

const ROWS_AT_ONCE = 1_000;

/**
 * Polls `changes` by sequence and passes every row to the listeners once, in order. While the records cannot be read
 * the feed is `behind`; afterwards it continues at the same sequence and misses nothing.
 */
export class ChangesFeed {
  readonly #db: Records['db'];
  readonly #interval: number;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<ChangesListener>();
  readonly #wall: () => number;
  readonly #monotonic: () => number;
  #position = 0;
  /** When the rows after the position were last read successfully. */
  #polledAt = Number.NEGATIVE_INFINITY;
  #polledAtWall = 0;
  #behind = false;
  #running = false;
  #timer: NodeJS.Timeout | undefined;
  /** The running poll, and the next one if a caller requested it meanwhile. */
  #polling: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(options: ChangesFeedOptions) {
    const { records, interval = 250, onError = () => undefined } = options;
    const { wall = Date.now, monotonic = () => performance.now() } = options;
    this.#db = records.db;
    this.#interval = interval;
    this.#onError = onError;
    this.#wall = wall;
    this.#monotonic = monotonic;
  }

  /** True while the records cannot be read. */
  get behind(): boolean {
    return this.#behind;
  }

  /** The instant up to which all listeners know every change, by the monotonic clock; long ago before the start. */
  get currentAt(): number {
    return this.#polledAt;
  }

  /** Registers a listener until the returned function is called. */
  subscribe(listener: ChangesListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Starts after the newest row: anything that listeners read from now on includes older rows.
   *
   * @throws if the records cannot be read
   */
  async start(): Promise<void> {
    this.#polledAt = this.#monotonic();
    this.#polledAtWall = this.#wall();
    const newest = await this.#db
      .selectFrom('changes')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow();
    this.#position = newest.seq ?? 0;
    this.#running = true;
    this.#schedule();
  }

  /**
   * Polls now. Settles when listeners have received all rows committed before the call, or when the records cannot be
   * read.
   */
  catchUp(): Promise<void> {
    // Runs after the current poll, which may have read before the caller's commit. It serves all callers that ask
    // before it begins, so a hundred changes at once do not cause a hundred polls.
    this.#next ??= this.#polling.then(() => {
      this.#next = null;
      this.#polling = this.#poll();
      return this.#polling;
    });
    return this.#next;
  }

  /** For a subscriber that was disconnected: it may have missed messages. */
  markAllStale(): void {
    for (const listener of this.#listeners) {
      listener.allStale();
    }
  }

  /** Stops polling; settles when no poll is running. */
  async stop(): Promise<void> {
    this.#running = false;
    clearTimeout(this.#timer);
    await (this.#next ?? this.#polling);
  }

  #schedule(): void {
    if (this.#running) {
      this.#timer = setTimeout(() => void this.catchUp().then(() => this.#schedule()), this.#interval);
    }
  }

  async #poll(): Promise<void> {
    try {
      const began = this.#monotonic();
      const beganWall = this.#wall();
      while ((await this.#nextRows()) === ROWS_AT_ONCE);
      if (beganWall - this.#polledAtWall > LONGEST_SLEEP_MS) this.markAllStale();
      this.#polledAt = began;
      this.#polledAtWall = beganWall;
      this.#behind = false;
    } catch (error) {
      if (!this.#behind) {
        this.#behind = true;
        this.#onError(error);
      }
    }
  }

  async #nextRows(): Promise<number> {
    const rows = await this.#db
      .selectFrom('changes')
      .select(['seq', 'kind', 'id', 'ends_at'])
      .where('seq', '>', this.#position)
      .orderBy('seq')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { seq, kind, id, ends_at } of rows) {
      for (const listener of this.#listeners) {
        listener.changed(seq, kind, id, ends_at);
      }
      this.#position = seq;
    }
    return rows.length;
  }
}
