import { mkdirSync, unlinkSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { rest } from '../../threads/rest.ts';
import { WorkThread } from '../../threads/work-thread.ts';
import type { Ownership } from '../../values/installation-start.ts';
import { checkJournal } from '../journal/check-journal.ts';
import type { Disk } from '../journal/disk.ts';
import { type Durability, Journal, SEGMENT_BYTES } from '../journal/journal.ts';
import { writeMark } from '../journal/mark.ts';
import { segmentPaths } from '../journal/segments.ts';
import { bringIn, transaction } from './bring-in.ts';
import type { ClientMonth, CounterTables } from './embedded-tables.ts';
import type { TableFile, TablesWritten, TableWork } from './table-writer-thread.ts';
import { type JournalLog, WaitingSegments } from './waiting-segments.ts';

/** Complete segments that may wait to be brought into the tables: about 256 MB. Beyond it, nothing is counted. */
const MOST_SEGMENTS = 64;

/** Segments that may wait until calls leave time to the thread. */
const MOST_UNTHROTTLED = 32;

/** Rests while a segment is written. */
const RESTS_A_SEGMENT = 256;

/** Milliseconds that each rest is longer for every further segment that waits. */
const REST_MS = 0.25;

/**
 * Milliseconds after which the thread starts. By then the gateway has, and V8 still has the flags for which `npm ci` has
 * compiled the thread's modules (heap-growth.ts): under other flags the thread would load Node's type stripper, of 25 MB.
 */
const THREAD_AFTER_MS = 1_000;

/** The start that owns the counters. */
export interface CounterOwnership extends Ownership {
  /**
   * Called at a clean end, when no record will follow. `last` is the number of the last record; counters that are
   * behind it at the next start have been replaced by an older copy.
   */
  readonly stopping: (last: number) => Promise<void>;
}

export interface CounterJournalOptions {
  readonly db: DatabaseSync;
  readonly tables: CounterTables;
  /** Path of the counter file. */
  readonly path: string;
  /** Folder of the segments. */
  readonly folder: string;
  readonly durability: Durability;
  /** Called when the records up to `last` are in the tables. */
  readonly broughtIn: (last: number) => void;
  readonly log: JournalLog;
  /** `null` if nothing ties the files to records. */
  readonly owner: CounterOwnership | null;
  readonly disk?: Disk;
  readonly segmentBytes?: number;
  /** Complete segments that are brought in together; default 16. */
  readonly segmentsTogether?: number;
}

/**
 * The journal of the counter file. A thread brings complete segments into the tables; then they are removed. The
 * newest values are therefore in memory, in the journal, and later in the tables.
 */
export class CounterJournal {
  readonly #options: CounterJournalOptions;
  readonly #journal: Journal;
  readonly #tables: WorkThread<TableWork, TablesWritten>;
  readonly #beginning: NodeJS.Timeout;
  readonly #segments: WaitingSegments;
  /** Bytes written since the last rest. */
  #unrested = 0;

  /**
   * Takes ownership of the files and brings in what an earlier process left, before it returns. A crash leaves a state
   * that the next start explains: the new segment and the mark are on the disk before the tables have their new owner,
   * and the old segments are removed after that.
   *
   * @throws InstallationDamaged if a segment is damaged or records are missing
   */
  constructor(options: CounterJournalOptions) {
    const { db, path, folder, durability, tables, log, disk, segmentBytes, segmentsTogether, owner, broughtIn } =
      options;
    this.#options = options;
    this.#tables = new WorkThread({
      module: new URL('./table-writer-thread.ts', import.meta.url),
      data: { path, start: owner?.start ?? null } satisfies TableFile,
      purpose: 'writes the counter file',
    });
    this.#segments = new WaitingSegments({
      ...{ tables: this.#tables, broughtIn, log },
      ...(segmentsTogether !== undefined && { together: segmentsTogether }),
    });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#journal = new Journal({
      folder,
      first: checkJournal(folder, tables.lastRecord()) + 1,
      durability,
      sealed: (segment) => this.#segments.add(segment),
      syncFailed: (error) =>
        log.error({ err: error }, 'the disk failed to store counted calls; they will be written again'),
      ...(owner && { mayWrite: owner.mayWrite }),
      ...(disk && { disk }),
      ...(segmentBytes !== undefined && { segmentBytes }),
    });
    const left = segmentPaths(folder);
    if (owner !== null) {
      this.#journal.begin();
      writeMark(folder, owner);
      transaction(db, () => tables.writeOwner({ ...owner, stopped: false }));
    }
    this.#bringIn(left);
    for (const segment of left) unlinkSync(segment);
    this.#beginning = setTimeout(() => this.#tables.begin(), THREAD_AFTER_MS).unref();
  }

  /**
   * Writes a record of lines (`journalLine`).
   *
   * @returns its number
   * @throws if it cannot be written; then nothing has changed
   */
  append(lines: string): number {
    if (this.#segments.count >= MOST_SEGMENTS) {
      throw new Error(`${MOST_SEGMENTS} journal segments wait to be brought into counters.sqlite`);
    }
    this.#throttle(lines.length);
    return this.#journal.append(lines);
  }

  /**
   * Lets the thread catch up. At full load on one core the event loop leaves it a tenth of the core, too little for the
   * rows of many thousand clients: without rests, calls would soon be refused.
   */
  #throttle(bytes: number): void {
    const behind = this.#segments.count - MOST_UNTHROTTLED;
    if (behind <= 0) return;
    this.#unrested += bytes;
    if (this.#unrested < (this.#options.segmentBytes ?? SEGMENT_BYTES) / RESTS_A_SEGMENT) return;
    this.#unrested = 0;
    rest(behind * REST_MS);
  }

  /** See {@link Journal.whenStored}. */
  whenStored(number: number, stored: (error: Error | null) => void): void {
    this.#journal.whenStored(number, stored);
  }

  /** Resolves when everything written so far is in the tables. @throws if it cannot be brought there */
  async flush(): Promise<void> {
    this.#journal.seal();
    await this.#segments.bringIn(this.#journal.last);
  }

  /** Removes months and their usage from the tables. */
  async remove(months: readonly ClientMonth[]): Promise<void> {
    await this.#tables.run({ kind: 'remove', months });
  }

  /** Brings everything into the tables. What it cannot bring in, it leaves to the next start. */
  async close(): Promise<void> {
    const { db, tables, folder, owner, log } = this.#options;
    clearTimeout(this.#beginning);
    const stopped = this.#segments.stop();
    await this.#journal.close();
    await stopped;
    await this.#tables.end();
    try {
      const segments = segmentPaths(folder);
      this.#bringIn(segments);
      if (owner !== null) {
        await owner.stopping(tables.lastRecord());
        transaction(db, () => {
          tables.checkOwner(owner.start);
          tables.writeOwner({ ...owner, stopped: true });
        });
      }
      for (const segment of segments) unlinkSync(segment);
    } catch (error) {
      log.error({ err: error }, 'counted calls stay in the journal until the next start');
    }
  }

  #bringIn(segments: readonly string[]): void {
    const { db, tables, owner } = this.#options;
    bringIn(db, tables, { segments, start: owner?.start ?? null });
  }
}

/** The folder of the journal of a counter file: `counters.journal` beside `counters.sqlite`. */
export function journalFolder(path: string): string {
  return `${path.replace(/\.sqlite$/, '')}.journal`;
}
