import { createReadStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Disk } from '../../journal/disk.ts';
import { type Durability, Journal } from '../../journal/journal.ts';
import { type MissingRecords, readSegment, segmentPaths } from '../../journal/segments.ts';
import { type Answered, type Entry, entryLine, groupOf, isAsked, readEntry } from './entries.ts';

type Written = (error: Error | null) => void;

export interface OutageJournalOptions {
  /** The folder of the journal, which the first entry creates. */
  readonly folder: string;
  /** The file that a release before this format wrote under the same name; read first. */
  readonly oldFile: string;
  readonly durability: Durability;
  /** Called for records that cannot be read. */
  readonly missing: (records: MissingRecords) => void;
  /** Called when the disk failed to store entries; they will be written again. */
  readonly syncFailed: (error: unknown) => void;
  readonly disk?: Disk;
}

/**
 * The journal in which a process records the calls it answers while the counters are away. Entries of one turn of the
 * event loop are one record.
 */
export class OutageJournal {
  readonly #options: OutageJournalOptions;
  #journal: Journal | null = null;
  #lastRead = 0;
  /** Facts that could not be written yet. They go before everything recorded later. */
  #owed: Entry[] = [];
  #entries: Entry[] = [];
  #waiting: Written[] = [];
  /** The last waiting entries by group: an equal call joins them. */
  #groups = new Map<string, { -readonly [K in keyof Answered]: Answered[K] }>();
  #scheduled = false;
  #unstored = 0;

  constructor(options: OutageJournalOptions) {
    this.#options = options;
  }

  /** Whether nothing waits to be written. */
  get idle(): boolean {
    return this.#waiting.length === 0 && this.#unstored === 0;
  }

  /**
   * Calls `written` when the entry and all before it survive what the durability promises, or with the error. After an
   * error, an entry that asks whether a call may be answered is dropped; a fact is kept for the next write.
   */
  append(entry: Entry, written: Written): void {
    if (entry.kind === 'answered') this.#join(entry);
    else {
      this.#entries.push(entry);
      // Calls after this entry must be read after it.
      this.#groups.clear();
    }
    this.#waiting.push(written);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#write());
  }

  /** Reads the entries that an earlier process wrote. */
  async *read(): AsyncGenerator<Entry> {
    const { folder, oldFile, missing } = this.#options;
    if (existsSync(oldFile)) {
      for await (const line of createInterface({ input: createReadStream(oldFile) })) {
        const entry = readEntry(line);
        if (entry !== null) yield entry;
      }
    }
    for (const path of existsSync(folder) ? segmentPaths(folder) : []) {
      for (const { number, payload } of readSegment(path, this.#lastRead, missing)) {
        this.#lastRead = number;
        for (const line of payload.split('\n')) {
          const entry = readEntry(line);
          if (entry !== null) yield entry;
        }
      }
    }
  }

  /** Writes and stores pending entries. No entry can be appended afterwards. */
  async close(): Promise<void> {
    this.#write();
    await this.#journal?.close();
  }

  /** Deletes the journal once no work is left. */
  async remove(): Promise<void> {
    await this.close();
    rmSync(this.#options.folder, { recursive: true, force: true });
    rmSync(this.#options.oldFile, { force: true });
  }

  #join(entry: Answered): void {
    const group = groupOf(entry);
    const equal = this.#groups.get(group);
    if (equal !== undefined) {
      equal.count += entry.count;
      return;
    }
    const first = { ...entry };
    this.#groups.set(group, first);
    this.#entries.push(first);
  }

  #write(): void {
    this.#scheduled = false;
    if (this.#waiting.length === 0) return;
    const entries = [...this.#owed, ...this.#entries];
    const waiting = this.#waiting;
    this.#entries = [];
    this.#waiting = [];
    this.#groups.clear();
    const settle = (error: Error | null) => {
      for (const written of waiting) written(error);
    };
    try {
      const journal = this.#opened();
      const number = journal.append(entries.map(entryLine).join(''));
      this.#owed = [];
      if (this.#options.durability === 'process') settle(null);
      else {
        this.#unstored += 1;
        journal.whenStored(number, (error) => {
          this.#unstored -= 1;
          settle(error);
        });
      }
    } catch (error) {
      this.#owed = entries.filter((entry) => !isAsked(entry));
      settle(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #opened(): Journal {
    const { folder, durability, syncFailed, disk } = this.#options;
    if (this.#journal === null) {
      if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
      this.#journal = new Journal({
        folder,
        first: this.#lastRead + 1,
        durability,
        // Calls of an outage are counted from memory; only a successor reads the segments.
        sealed: () => {},
        syncFailed,
        ...(disk && { disk }),
      });
    }
    return this.#journal;
  }
}
