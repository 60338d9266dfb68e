import type { Progress } from '../quota/admission/admission.ts';
import type { Records } from '../records/records.ts';
import { type CheckpointMark, checkpointedThrough, readMarks, removeMarks, saveMark } from './checkpoint-marks.ts';

/** Checkpoints are written every 10 seconds, those of a killed process within a minute. */
const BEHIND_MS = 60_000;

export interface FreshnessOptions {
  readonly records: Pick<Records, 'db' | 'bulk'>;
  /** Random name of this process. */
  readonly process: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Whether no other process counts calls. The first complete checkpoint then contains those of all earlier ones. */
  readonly alone: boolean;
}

/**
 * Knows how old the figures in the records are: every call that was counted before `asOf` has a checkpoint, whichever
 * process counted it.
 */
export class Freshness {
  readonly #options: FreshnessOptions;
  #own: Pick<CheckpointMark, 'through' | 'sequence'>;
  #others: readonly CheckpointMark[] = [];

  constructor(options: FreshnessOptions) {
    this.#options = options;
    this.#own = { through: options.clock(), sequence: 0 };
  }

  /** Writes the first mark of this process. Call it before the process counts calls. */
  async start(): Promise<void> {
    await this.#save();
  }

  /** Every call that was counted before this instant is in the records. Milliseconds since 1970. */
  get asOf(): number {
    return checkpointedThrough(this.#others, this.#own.through);
  }

  /** Milliseconds since `asOf`. */
  get age(): number {
    return Math.max(0, this.#options.clock() - this.asOf);
  }

  /** Whether the figures in the records are older than they should ever be. */
  get behind(): boolean {
    return this.age > BEHIND_MS;
  }

  /** The marks of the other processes, as read after the last checkpoint. */
  get others(): readonly CheckpointMark[] {
    return this.#others;
  }

  /** A checkpoint of this process has ended. `progress` is that of its beginning; `null` if it was not complete. */
  async checkpointed(progress: Progress | null): Promise<void> {
    if (progress !== null) {
      const { through, sequence } = this.#own;
      this.#own = {
        through: Math.max(through, progress.through),
        sequence: Math.max(sequence, progress.sequence),
      };
    }
    await this.#save();
    if (!this.#options.alone || progress === null || this.#others.length === 0) return;
    await removeMarks(this.#options.records, ...this.#others.map(({ process }) => process));
    this.#others = [];
  }

  /** The process ends. Its mark stays if its last checkpoint was not complete. */
  async end(complete: boolean): Promise<void> {
    if (complete) await removeMarks(this.#options.records, this.#options.process);
  }

  /** Reads the marks again. */
  async refresh(): Promise<void> {
    const { records, process } = this.#options;
    const marks = await readMarks(records.db);
    // A sweep of another process may have come further than this one.
    const own = marks.find((mark) => mark.process === process);
    if (own !== undefined && own.through > this.#own.through) this.#own = { ...this.#own, through: own.through };
    this.#others = marks.filter((mark) => mark.process !== process);
  }

  async #save(): Promise<void> {
    const { records, process, clock } = this.#options;
    await saveMark(records, { process, ...this.#own, heard: clock() });
    await this.refresh();
  }
}
