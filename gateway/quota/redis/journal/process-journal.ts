import { existsSync, mkdirSync, rmSync } from 'node:fs';
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

/**
 * The journal of a process with counters in Redis: calls of leases, and facts about outages. When a segment is complete,
 * everything that is not known to be counted is recorded again, and the older segments are removed.
 */
export class ProcessJournal implements LeaseJournal {
  readonly #options: ProcessJournalOptions;
  #journal: Journal | null = null;
  readonly #sources: (() => readonly Fact[])[] = [];
  /** Complete segments, oldest first. */
  #complete: string[] = [];
  #recording = false;
  #closed = false;

  constructor(options: ProcessJournalOptions) {
    this.#options = options;
  }

  keep(unsettled: () => readonly Fact[]): void {
    this.#sources.push(unsettled);
  }

  append(facts: readonly Fact[], recorded: (error: Error | null) => void): void {
    try {
      const journal = this.#opened();
      const number = journal.append(recordOf(facts));
      if (this.#options.durability === 'power') journal.whenStored(number, recorded);
      else recorded(null);
      if (this.#complete.length > 0 && !this.#recording) this.#recordAgain(journal);
    } catch (error) {
      recorded(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Forgets what is counted, which would be sent again by the next process. */
  compact(): void {
    const journal = this.#journal;
    if (journal === null || this.#recording) return;
    try {
      journal.seal();
      if (this.#complete.length > 0) this.#recordAgain(journal);
    } catch {
      // The store ignores what it has counted, so nothing is lost but time.
    }
  }

  /** Stores what is written, for the next process; removes the journal if everything is counted. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#journal?.close();
    if (this.#unsettled().length === 0) rmSync(this.#options.folder, { recursive: true, force: true });
  }

  #recordAgain(journal: Journal): void {
    const old = this.#complete;
    this.#complete = [];
    this.#recording = true;
    try {
      const facts = this.#unsettled();
      const number = facts.length === 0 ? journal.last : journal.append(recordOf(facts));
      journal.whenStored(number, (error) => {
        if (error === null) for (const path of old) rmSync(path, { force: true });
        else this.#complete = [...old, ...this.#complete];
      });
    } catch {
      this.#complete = [...old, ...this.#complete];
    } finally {
      this.#recording = false;
    }
  }

  #unsettled(): Fact[] {
    return this.#sources.flatMap((unsettled) => unsettled());
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
