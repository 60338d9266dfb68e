import { unlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkThread } from '../../threads/work-thread.ts';
import type { SealedSegment } from '../journal/journal.ts';
import type { TablesWritten, TableWork } from './table-writer-thread.ts';

/**
 * Complete segments that are brought in together. A row that several of them change is written once, and with many
 * clients rows are most of the work.
 */
const TOGETHER = 16;

/** Milliseconds after which a segment is brought in, however few wait: at full load, about the time of sixteen. */
const TOGETHER_WITHIN_MS = 30_000;

/** Segments that may wait until they are brought in without rests. */
const MOST_AT_REST = 24;

/** Milliseconds between attempts to bring in segments. */
const AGAIN_MS = 1_000;

/** Where faults of the disk and the journal are reported. */
export interface JournalLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface WaitingSegmentsOptions {
  readonly tables: Pick<WorkThread<TableWork, TablesWritten>, 'run'>;
  /** Called when the records up to `last` are in the tables. */
  readonly broughtIn: (last: number) => void;
  readonly log: JournalLog;
  /** Default {@link TOGETHER}. */
  readonly together?: number;
}

interface Waiting extends SealedSegment {
  /** Ends its waiting for others. */
  readonly timer: NodeJS.Timeout;
}

/** Complete segments of the journal, until a thread has brought them into the tables. Then they are removed. */
export class WaitingSegments {
  readonly #options: WaitingSegmentsOptions;
  readonly #segments: Waiting[] = [];
  /** Segments that end at this record or before it wait for no others. */
  #dueUntil = 0;
  #moving: Promise<void> | null = null;
  /** An error that ends the bringing in of segments: what they hold stays in memory and in the journal. */
  #final: Error | null = null;
  readonly #stopping = new AbortController();

  constructor(options: WaitingSegmentsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#segments.length;
  }

  add(segment: SealedSegment): void {
    // It stays in the folder, which is read once more at the end.
    if (this.#stopping.signal.aborted) return;
    const timer = setTimeout(() => this.#bringInSoon(segment.last), TOGETHER_WITHIN_MS).unref();
    this.#segments.push({ ...segment, timer });
    this.#moveIfDue();
  }

  /** Resolves when the segments that end at record `last` or before it are in the tables. @throws if they cannot be */
  async bringIn(last: number): Promise<void> {
    this.#bringInSoon(last);
    while (this.#moving !== null && this.#isFirstUntil(last)) await this.#moving;
    if (this.#final !== null) throw this.#final;
  }

  /** Brings in no further segments. Those that wait stay where they are. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { timer } of this.#segments) clearTimeout(timer);
    await this.#moving;
  }

  #bringInSoon(last: number): void {
    this.#dueUntil = Math.max(this.#dueUntil, last);
    this.#moveIfDue();
  }

  #isFirstUntil(last: number): boolean {
    const [first] = this.#segments;
    return first !== undefined && first.last <= last;
  }

  #moveIfDue(): void {
    const { together = TOGETHER } = this.#options;
    if (this.#segments.length === 0 || this.#moving !== null) return;
    if (this.#final !== null || this.#stopping.signal.aborted) return;
    if (this.#segments.length < together && !this.#isFirstUntil(this.#dueUntil)) return;
    this.#moving = this.#moveAll().then(() => {
      this.#moving = null;
      this.#moveIfDue();
    });
  }

  /** Brings in all segments that wait now. */
  async #moveAll(): Promise<void> {
    const { tables, broughtIn, log } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const segments = this.#segments.map(({ path }) => path);
        const hurries = segments.length > MOST_AT_REST;
        const written = await tables.run({ kind: 'bring-in', segments, hurries });
        if ('refused' in written) {
          this.#final = new Error(written.refused);
          log.error({ err: this.#final }, 'counted calls stay in the journal until the next start');
          return;
        }
        broughtIn(written.last);
        for (const path of segments) {
          // Megabytes: freeing them takes the file system milliseconds.
          await unlink(path);
          clearTimeout(this.#segments.shift()?.timer);
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error }, 'journal segments could not be brought into counters.sqlite yet');
        await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }
}
