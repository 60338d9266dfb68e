import { mkdirSync, unlinkSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { WorkThread } from '../../threads/work-thread.ts';
import type { Disk } from '../journal/disk.ts';
import { type Durability, Journal, type SealedSegment } from '../journal/journal.ts';
import { type MissingRecords, segmentPaths } from '../journal/segments.ts';
import { bringIn } from './bring-in.ts';
import type { ClientMonth, CounterTables } from './embedded-tables.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { TablesWritten, TableWork } from './table-writer-thread.ts';

/** Complete segments that may wait to be brought into the tables: about 256 MB. Beyond it, nothing is counted. */
const MOST_SEGMENTS = 64;

/** Milliseconds between attempts to bring in a segment. */
const AGAIN_MS = 1_000;

/** Where faults of the disk and the journal are reported. */
export interface JournalLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
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
  readonly disk?: Disk;
  readonly segmentBytes?: number;
}

/**
 * The journal of the counter file. A thread brings complete segments into the tables; then they are removed. The
 * newest values are therefore in memory, in the journal, and later in the tables.
 */
export class CounterJournal {
  readonly #options: CounterJournalOptions;
  readonly #journal: Journal;
  readonly #tables: WorkThread<TableWork, TablesWritten>;
  readonly #segments: SealedSegment[] = [];
  #moving: Promise<void> | null = null;
  readonly #closing = new AbortController();

  /** Brings in what an earlier process left, before it returns. */
  constructor(options: CounterJournalOptions) {
    const { path, folder, durability, tables, log, disk, segmentBytes } = options;
    this.#options = options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#bringInAll();
    this.#tables = new WorkThread({
      module: new URL('./table-writer-thread.ts', import.meta.url),
      data: path,
      purpose: 'writes the counter file',
    });
    this.#journal = new Journal({
      folder,
      first: tables.lastRecord() + 1,
      durability,
      sealed: (segment) => this.#sealed(segment),
      syncFailed: (error) =>
        log.error({ err: error }, 'the disk failed to store counted calls; they will be written again'),
      ...(disk && { disk }),
      ...(segmentBytes !== undefined && { segmentBytes }),
    });
  }

  /**
   * Writes a record.
   *
   * @returns its number
   * @throws if it cannot be written; then nothing has changed
   */
  append(entries: readonly JournalEntry[]): number {
    if (this.#segments.length >= MOST_SEGMENTS) {
      throw new Error(`${MOST_SEGMENTS} journal segments wait to be brought into counters.sqlite`);
    }
    return this.#journal.append(JSON.stringify(entries));
  }

  /** See {@link Journal.whenStored}. */
  whenStored(number: number, stored: (error: Error | null) => void): void {
    this.#journal.whenStored(number, stored);
  }

  /** Resolves when everything written so far is in the tables. */
  async flush(): Promise<void> {
    this.#journal.seal();
    await this.#moving;
  }

  /** Removes months and their usage from the tables. */
  async remove(months: readonly ClientMonth[]): Promise<void> {
    await this.#tables.run({ kind: 'remove', months });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#journal.close();
    await this.#moving;
    await this.#tables.end();
    this.#bringInAll();
  }

  #bringInAll(): void {
    const { db, tables, folder } = this.#options;
    for (const path of segmentPaths(folder)) {
      bringIn(db, tables, path, (missing) => this.#missing(missing));
      unlinkSync(path);
    }
  }

  #sealed(segment: SealedSegment): void {
    this.#segments.push(segment);
    this.#moveAll();
  }

  #moveAll(): void {
    this.#moving ??= this.#move().then(() => {
      this.#moving = null;
      if (this.#segments.length > 0 && !this.#closing.signal.aborted) this.#moveAll();
    });
  }

  async #move(): Promise<void> {
    const { log, broughtIn } = this.#options;
    const { signal } = this.#closing;
    for (let segment = this.#segments[0]; segment !== undefined && !signal.aborted; segment = this.#segments[0]) {
      try {
        const { last, missing } = await this.#tables.run({ kind: 'bring-in', segment: segment.path });
        for (const records of missing) this.#missing(records);
        broughtIn(last);
        unlinkSync(segment.path);
        this.#segments.shift();
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error }, 'a journal segment could not be brought into counters.sqlite yet');
        await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  #missing({ path, first, last }: MissingRecords): void {
    const fields = { file: path, first, last };
    this.#options.log.error(fields, 'journal records are missing: the calls counted in them alone are lost');
  }
}

/** The folder of the journal of a counter file: `counters.journal` beside `counters.sqlite`. */
export function journalFolder(path: string): string {
  return `${path.replace(/\.sqlite$/, '')}.journal`;
}
