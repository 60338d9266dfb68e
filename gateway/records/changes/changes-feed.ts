import type { Records } from '../records.ts';
import type { ChangeKind } from '../tables.ts';
import { CHANGES_KEPT_MS } from './changes-prune.ts';

/** What a part of the gateway that remembers records wants to hear. */
export interface ChangesListener {
  /** What is known of this record is out of date. Sequences come in order and only grow. */
  changed(seq: number, kind: ChangeKind, id: string): void;
  /** Something may have been missed: everything should be looked at again before it is used. */
  allStale(): void;
}

export interface ChangesFeedOptions {
  readonly records: Pick<Records, 'db'>;
  /** Milliseconds between two looks. */
  readonly interval?: number;
  /** Told once when the records cannot be read, and not again before they could. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Rows that a process has not read for so long may be gone by now. */
const LONGEST_SLEEP_MS = CHANGES_KEPT_MS / 2;

const ROWS_AT_ONCE = 1_000;

/**
 * Follows `changes` by sequence and tells the listeners every row once, in order. When the records cannot be read the
 * feed is `behind` and goes on where it was as soon as they can: by sequence nothing is missed.
 */
export class ChangesFeed {
  readonly #db: Records['db'];
  readonly #interval: number;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<ChangesListener>();
  readonly #now: () => number;
  #position = 0;
  /** When the rows after the position were last asked for, and answered. */
  #lookedAt = 0;
  #behind = false;
  #running = false;
  #timer: NodeJS.Timeout | undefined;
  /** The look that runs now, and the one that is to follow it if somebody has asked for one since. */
  #looking: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor({ records, interval = 250, onError = () => undefined, now = Date.now }: ChangesFeedOptions) {
    this.#db = records.db;
    this.#interval = interval;
    this.#onError = onError;
    this.#now = now;
  }

  /** True while the records cannot be read. */
  get behind(): boolean {
    return this.#behind;
  }

  /** Registers a listener until the returned function is called. */
  subscribe(listener: ChangesListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Starts after the newest row: what listeners read from now on includes the older ones.
   *
   * @throws when the records cannot be read
   */
  async start(): Promise<void> {
    this.#lookedAt = this.#now();
    const newest = await this.#db
      .selectFrom('changes')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow();
    this.#position = newest.seq ?? 0;
    this.#running = true;
    this.#schedule();
  }

  /** Looks now. Settles when all rows committed before the call have been told, or when the records cannot be read. */
  catchUp(): Promise<void> {
    // After the look that runs now, which may have read before the caller's commit. It serves all who ask before it
    // begins: a hundred changes at once are not a hundred looks.
    this.#next ??= this.#looking.then(() => {
      this.#next = null;
      this.#looking = this.#look();
      return this.#looking;
    });
    return this.#next;
  }

  /** For a messenger of changes that has been away: what it should have told may be lost. */
  markAllStale(): void {
    for (const listener of this.#listeners) {
      listener.allStale();
    }
  }

  /** Ends the looks; settles when none runs any more. */
  async stop(): Promise<void> {
    this.#running = false;
    clearTimeout(this.#timer);
    await (this.#next ?? this.#looking);
  }

  #schedule(): void {
    if (this.#running) {
      this.#timer = setTimeout(() => void this.catchUp().then(() => this.#schedule()), this.#interval);
    }
  }

  async #look(): Promise<void> {
    try {
      const began = this.#now();
      while ((await this.#nextRows()) === ROWS_AT_ONCE);
      if (began - this.#lookedAt > LONGEST_SLEEP_MS) this.markAllStale();
      this.#lookedAt = began;
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
      .select(['seq', 'kind', 'id'])
      .where('seq', '>', this.#position)
      .orderBy('seq')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { seq, kind, id } of rows) {
      for (const listener of this.#listeners) {
        listener.changed(seq, kind, id);
      }
      this.#position = seq;
    }
    return rows.length;
  }
}
