import type { Schedule } from '../../admission/schedule.ts';
import type { Journals, LeftJournal } from '../journal/journals.ts';
import type { UncountedCalls } from '../journal/uncounted-calls.ts';
import type { OutageCalls } from './outage-calls.ts';
import type { Recovery } from './recovery.ts';

/** Milliseconds between attempts to send pending work. */
const AGAIN_MS = 500;

/** Milliseconds between searches for journals of processes that ended after this one started. */
const INHERIT_MS = 10_000;

export interface OutagesOptions {
  /** The calls that this process answers. */
  readonly own: OutageCalls;
  readonly journals: Journals;
  readonly recovery: Recovery;
  /** Called when no answered calls are left to be counted. */
  readonly counted: () => void;
  /** Whether the store is away; nothing is sent while it is. */
  readonly away: () => boolean;
  readonly schedule: Schedule;
  readonly log: { warn(fields: object, message: string): void };
}

/** The uncounted calls of outages: those of this process, and those left by ended processes. */
export class Outages {
  readonly #options: OutagesOptions;
  readonly #left = new Set<LeftJournal>();
  #sending: Promise<void> | null = null;
  #waiting = false;
  #closed = false;

  constructor(options: OutagesOptions) {
    this.#options = options;
  }

  /** Whether work is pending. */
  get pending(): boolean {
    return this.#left.size > 0 || !this.#options.own.empty;
  }

  /** Number of answered calls not known to be counted. */
  get uncounted(): number {
    let sum = 0;
    for (const { calls } of this.#all()) sum += calls;
    return sum;
  }

  /** Takes over the journals of ended processes, now and periodically. */
  async inherit(): Promise<void> {
    if (this.#closed) return;
    const { journals, log, schedule } = this.#options;
    const broken = (file: string, error: unknown) => log.warn({ file, err: error }, 'a journal cannot be read');
    try {
      for (const left of await journals.inherit(broken)) this.#left.add(left);
    } catch (error) {
      log.warn({ err: error }, 'the folder of journals cannot be read');
    }
    if (this.pending) this.sendSoon();
    schedule.after(INHERIT_MS, () => void this.inherit());
  }

  /** Resolves every command in doubt. Must finish before the store is used again. */
  async resolve(): Promise<void> {
    for (const calls of this.#all()) await this.#options.recovery.resolve(calls);
  }

  /** Sends pending work until none is left or the store is away again. */
  send(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
      if (this.pending) this.sendSoon();
      else if (!this.#closed) this.#options.counted();
    });
    return this.#sending;
  }

  /** Leaves pending work to the next process. */
  close(): void {
    this.#closed = true;
  }

  /** Schedules a send. Call it for new work that no caller waits for. */
  sendSoon(): void {
    if (this.#waiting || this.#closed || this.#options.away()) return;
    this.#waiting = true;
    this.#options.schedule.after(AGAIN_MS, () => {
      this.#waiting = false;
      void this.send();
    });
  }

  async #send(): Promise<void> {
    const { own, recovery, away, log } = this.#options;
    for (const calls of this.#all()) {
      if (away() || this.#closed) return;
      own.seal();
      try {
        // Journals may have been taken over after the store came back.
        await recovery.resolve(calls);
        await recovery.send(calls);
      } catch (error) {
        log.warn({ err: error }, 'the outcome of a command could not be read from the store');
      }
    }
    this.#removeCounted();
  }

  #removeCounted(): void {
    const { journals, log } = this.#options;
    for (const left of [...this.#left].filter(({ calls }) => calls.empty)) {
      this.#left.delete(left);
      try {
        left.remove();
        journals.letGo();
      } catch (error) {
        log.warn({ err: error }, 'a journal could not be removed');
      }
    }
  }

  #all(): UncountedCalls[] {
    return [this.#options.own, ...Array.from(this.#left, ({ calls }) => calls)];
  }
}
