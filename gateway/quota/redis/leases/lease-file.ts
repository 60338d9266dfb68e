import { existsSync, mkdirSync, rmSync } from 'node:fs';
import type { LeasedUse, LeaseJournal } from '../../admission/lease-journal.ts';
import type { Disk } from '../../journal/disk.ts';
import { type Durability, Journal } from '../../journal/journal.ts';
import { leaseRecord } from './lease-record.ts';

export interface LeaseFileOptions {
  /** The folder of the segments, which the first record creates. */
  readonly folder: string;
  readonly durability: Durability;
  /** Called when the disk failed to store records; they will be written again. */
  readonly syncFailed: (error: unknown) => void;
  readonly disk?: Disk;
  readonly segmentBytes?: number;
}

/**
 * The journal of the leases of a process. When a segment is complete, everything that is not known to be counted is
 * recorded again, and the older segments are removed.
 */
export class LeaseFile implements LeaseJournal {
  readonly #options: LeaseFileOptions;
  #journal: Journal | null = null;
  #unsettled: () => readonly LeasedUse[] = () => [];
  /** Complete segments, oldest first. */
  #complete: string[] = [];
  #recording = false;

  constructor(options: LeaseFileOptions) {
    this.#options = options;
  }

  keep(unsettled: () => readonly LeasedUse[]): void {
    this.#unsettled = unsettled;
  }

  append(uses: readonly LeasedUse[], recorded: (error: Error | null) => void): void {
    try {
      const journal = this.#opened();
      const number = journal.append(leaseRecord(uses));
      if (this.#options.durability === 'power') journal.whenStored(number, recorded);
      else recorded(null);
      if (this.#complete.length > 0 && !this.#recording) this.#recordAgain(journal);
    } catch (error) {
      recorded(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** The store ignores what is reported again, so nothing is recorded. */
  settled(): void {}

  /** Stores what is written, for the next process; removes the journal if everything is counted. */
  async close(): Promise<void> {
    await this.#journal?.close();
    if (this.#unsettled().length === 0) rmSync(this.#options.folder, { recursive: true, force: true });
  }

  #recordAgain(journal: Journal): void {
    const old = this.#complete;
    this.#complete = [];
    this.#recording = true;
    try {
      const uses = this.#unsettled();
      const number = uses.length === 0 ? journal.last : journal.append(leaseRecord(uses));
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

  #opened(): Journal {
    const { folder, durability, syncFailed, disk, segmentBytes } = this.#options;
    if (this.#journal === null) {
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
