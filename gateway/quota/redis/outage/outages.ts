import type { Schedule } from '../../admission/schedule.ts';
import type { Admit } from '../../contract.ts';
import type { Journals } from './journals.ts';
import type { Recovery } from './recovery.ts';
import type { UncountedCalls } from './uncounted-calls.ts';

/** Milliseconds between attempts to send pending work. */
const AGAIN_MS = 500;

/** Milliseconds between searches for journals of processes that ended after this one started. */
const INHERIT_MS = 10_000;

export interface OutagesOptions {
  readonly journals: Journals;
  readonly recovery: Recovery;
  /** Called when no answered calls are left to be counted. */
  readonly counted: () => void;
  /** Whether the store is away; nothing is sent while it is. */
  readonly away: () => boolean;
  readonly schedule: Schedule;
  readonly log: { warn(fields: object, message: string): void };
}

/** The uncounted calls of outages: those of the current one, and those left by ended processes. */
export class Outages {
  readonly #options: OutagesOptions;
  readonly #all = new Set<UncountedCalls>();
  #current: UncountedCalls | null = null;
  #sending: Promise<void> | null = null;
  #waiting = false;
  #closed = false;

  constructor(options: OutagesOptions) {
    this.#options = options;
  }

  /** Whether work is pending. */
  get pending(): boolean {
    return this.#all.size > 0;
  }

  /** Number of answered calls not known to be counted. */
  get uncounted(): number {
    let calls = 0;
    for (const { backlog } of this.#all) calls += backlog.uncounted;
    return calls;
  }

  /**
   * The journal of this process.
   * @throws after `close`
   */
  get current(): UncountedCalls {
    if (this.#closed) throw new Error('the journals are closed');
    if (this.#current === null) {
      this.#current = this.#options.journals.begin();
      this.#all.add(this.#current);
    }
    return this.#current;
  }

  /** Records a command without an answer. */
  doubt(command: Admit): void {
    if (!this.#closed) this.current.doubt(command);
  }

  /** See {@link UncountedCalls.place}. */
  place(client: string, sequence: number): number | null {
    return this.#current?.place(client, sequence) ?? null;
  }

  /** Takes over the journals of ended processes, now and periodically. */
  async inherit(): Promise<void> {
    if (this.#closed) return;
    const { journals, log, schedule } = this.#options;
    const broken = (file: string, error: unknown) => log.warn({ file, err: error }, 'a journal cannot be read');
    try {
      for (const calls of await journals.inherit(broken)) {
        this.#all.add(calls);
        if (this.#closed) await calls.close();
      }
    } catch (error) {
      log.warn({ err: error }, 'the folder of journals cannot be read');
    }
    if (this.pending || journals.leftLeases().length > 0) this.sendSoon();
    schedule.after(INHERIT_MS, () => void this.inherit());
  }

  /** Resolves every command in doubt. Must finish before the store is used again. */
  async resolve(): Promise<void> {
    for (const calls of this.#all) await this.#options.recovery.resolve(calls);
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

  /** Closes the journals and leaves pending work to the next process. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(Array.from(this.#all, (calls) => (calls.done ? calls.remove() : calls.close())));
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
    const { recovery, away, log } = this.#options;
    for (const calls of this.#all) {
      if (away() || this.#closed) return;
      try {
        // Journals may have been taken over after the store came back.
        await recovery.resolve(calls);
        await recovery.send(calls);
      } catch (error) {
        log.warn({ err: error }, 'the outcome of a command could not be read from the store');
      }
      if (calls.done) this.#remove(calls);
    }
    await this.#sendLeases();
  }

  /** Reports the leases of dead processes. */
  async #sendLeases(): Promise<void> {
    const { journals, recovery, away, log } = this.#options;
    for (const left of journals.leftLeases()) {
      if (away() || this.#closed) return;
      try {
        await recovery.reportLeases(left);
        journals.letGo();
      } catch (error) {
        log.warn({ err: error, ...left }, 'the leases of an ended process are not reported yet');
      }
    }
  }

  #remove(calls: UncountedCalls): void {
    this.#all.delete(calls);
    if (calls === this.#current) this.#current = null;
    const { journals, log } = this.#options;
    calls
      .remove()
      .then(() => journals.letGo())
      .catch((error: unknown) => log.warn({ err: error }, 'a journal could not be removed'));
  }
}
