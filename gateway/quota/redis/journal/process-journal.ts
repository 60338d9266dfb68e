import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { LeaseJournal } from '../../admission/lease-journal.ts';
import type { Disk } from '../../journal/disk.ts';
import { type Durability, Journal } from '../../journal/journal.ts';
import { type Fact, recordOf } from './facts.ts';

export interface ProcessJournalOptions {
  /** The folder of the segments, which the first record creates. */
  readonly folder: string;
  readonly durability: Durability;
  /** Called when the disk failed to store records; they will be written again. */
  readonly syncFailed: (error: unknown) => void;
  readonly disk?: Disk;
  readonly segmentBytes?: number;
}

/** What must be recorded again before the segments in `old` are removed. */
interface Rewriting {
  readonly parts: Iterator<readonly Fact[]>;
  readonly old: readonly string[];
}

/**
 * The journal of a process with counters in Redis: calls of leases, and facts about outages. When segments are complete,
 * everything that is not known to be counted is recorded again, and they are removed.
 *
 * This happens in parts: about as much is recorded again behind each new record as the record is long, so no call waits
 * for all of it. It begins anew only when as much is new as was recorded again the last time, so it is at most half of
 * what is written.
 */
export class ProcessJournal implements LeaseJournal {
  readonly #options: ProcessJournalOptions;
  #journal: Journal | null = null;
  readonly #sources: (() => Iterable<readonly Fact[]>)[] = [];
  /** Complete segments, oldest first. */
  #complete: string[] = [];
  #rewriting: Rewriting | null = null;
  /** Whether a finished rewriting is not on the disk yet. */
  #storing = false;
  /** Length of the new records since the last rewriting began, and of what it has recorded again. */
  #recorded = 0;
  #rewritten = 0;
  /** Segments that are no longer needed, oldest first. */
  readonly #removable: string[] = [];
  #removing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: ProcessJournalOptions) {
    this.#options = options;
  }

  keep(unsettled: () => Iterable<readonly Fact[]>): void {
    this.#sources.push(unsettled);
  }

  append(facts: readonly Fact[], recorded: (error: Error | null) => void): void {
    try {
      const journal = this.#opened();
      const record = recordOf(facts);
      const number = journal.append(record);
      if (this.#options.durability === 'power') journal.whenStored(number, recorded);
      else recorded(null);
      this.#recorded += record.length;
      if (this.#recorded >= this.#rewritten) this.#beginRewriting();
      this.#rewrite(journal, record.length);
    } catch (error) {
      recorded(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Forgets what is counted, which would be sent again by the next process. */
  compact(): void {
    const journal = this.#journal;
    if (journal === null) return;
    try {
      journal.seal();
      this.#beginRewriting();
      this.#rewrite(journal, Number.POSITIVE_INFINITY);
    } catch {
      // The store ignores what it has counted, so nothing is lost but time.
    }
  }

  /** Stores what is written, for the next process; removes the journal if everything is counted. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#journal?.close();
    await this.#removing;
    const isCounted = [...this.#unsettled()].every((part) => part.length === 0);
    if (isCounted) await rm(this.#options.folder, { recursive: true, force: true });
  }

  #beginRewriting(): void {
    if (this.#rewriting !== null || this.#storing || this.#complete.length === 0) return;
    this.#rewriting = { parts: this.#unsettled(), old: this.#complete };
    this.#complete = [];
    this.#recorded = 0;
    this.#rewritten = 0;
  }

  /** Goes on with the rewriting: a part at least, and parts until they have this length. */
  #rewrite(journal: Journal, length: number): void {
    const rewriting = this.#rewriting;
    if (rewriting === null) return;
    const end = this.#rewritten + length;
    try {
      while (this.#rewritten <= end) {
        const { done, value: facts } = rewriting.parts.next();
        if (done === true) {
          this.#rewriting = null;
          this.#removeWhenStored(rewriting.old, journal);
          return;
        }
        if (facts.length === 0) continue;
        const record = recordOf(facts);
        journal.append(record);
        this.#rewritten += record.length;
      }
    } catch {
      this.#rewriting = null;
      this.#keepForNow(rewriting.old);
    }
  }

  #removeWhenStored(segments: readonly string[], journal: Journal): void {
    this.#storing = true;
    journal.whenStored(journal.last, (error) => {
      this.#storing = false;
      if (error !== null) return this.#keepForNow(segments);
      this.#removable.push(...segments);
      this.#removing = this.#removing.then(() => this.#remove());
    });
  }

  /** In order: without a segment in the middle, records would seem to be lost. */
  async #remove(): Promise<void> {
    try {
      for (let [first] = this.#removable; first !== undefined; [first] = this.#removable) {
        // Freeing megabytes takes the file system milliseconds, and a slow disk much longer.
        await rm(first, { force: true });
        this.#removable.shift();
      }
    } catch {
      // They are removed with the next ones.
    }
  }

  /** The next rewriting replaces them. */
  #keepForNow(segments: readonly string[]): void {
    this.#complete = [...segments, ...this.#complete];
  }

  *#unsettled(): Generator<readonly Fact[]> {
    for (const unsettled of this.#sources) yield* unsettled();
  }

  #opened(): Journal {
    const { folder, durability, syncFailed, disk, segmentBytes } = this.#options;
    if (this.#journal === null) {
      if (this.#closed) throw new Error('the journal is closed');
      if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
      this.#journal = new Journal({
        ...{ folder, first: 1, durability, syncFailed },
        sealed: ({ path }) => void this.#complete.push(path),
        ...(disk && { disk }),
        ...(segmentBytes !== undefined && { segmentBytes }),
      });
    }
    return this.#journal;
  }
}
