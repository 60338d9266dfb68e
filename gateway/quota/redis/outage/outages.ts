import type { Schedule } from '../../admission/schedule.ts';
import type { Admit, Item } from '../../contract.ts';
import type { Journals } from './journals.ts';
import type { Recovery } from './recovery.ts';
import type { UncountedCalls } from './uncounted-calls.ts';

/** Between attempts to send what is left. */
const AGAIN_MS = 500;

/** Between looks for what processes have left that died, or were stopped, after this one began. */
const INHERIT_MS = 10_000;

export interface OutagesOptions {
  readonly journals: Journals;
  readonly recovery: Recovery;
  /** Hears of calls of this process that are no longer to be counted. */
  readonly settled: (client: string, item: Item, calls: number) => void;
  /** Whether the store is away: nothing is sent then. */
  readonly away: () => boolean;
  readonly schedule: Schedule;
  readonly log: { warn(fields: object, message: string): void };
}

/** What outages have left to be counted: the running one, and those of processes that ended in theirs. */
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

  /** Whether there is anything left. */
  get pending(): boolean {
    return this.#all.size > 0;
  }

  /** Answered calls that are not known to be counted. */
  get uncounted(): number {
    let calls = 0;
    for (const { backlog } of this.#all) calls += backlog.uncounted;
    return calls;
  }

  /**
   * Where this process notes what it answers.
   * @throws after it was closed
   */
  get current(): UncountedCalls {
    if (this.#closed) throw new Error('the journals are closed');
    if (this.#current === null) {
      this.#current = this.#options.journals.begin(this.#options.settled);
      this.#all.add(this.#current);
    }
    return this.#current;
  }

  /** A command has got no answer. */
  doubt(command: Admit): void {
    if (!this.#closed) this.current.doubt(command);
  }

  /** See {@link UncountedCalls.place}. */
  place(client: string, sequence: number): number | null {
    return this.#current?.place(client, sequence) ?? null;
  }

  /** Takes over what ended processes have left, now and from time to time. */
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
      log.warn({ err: error }, 'the journals cannot be looked at');
    }
    if (this.pending) this.sendSoon();
    schedule.after(INHERIT_MS, () => void this.inherit());
  }

  /** Finds out what became of all commands in doubt. To be done before the store is used again. */
  async resolve(): Promise<void> {
    for (const calls of this.#all) await this.#options.recovery.resolve(calls);
  }

  /** Sends what is left, until nothing is or the store is away again. */
  send(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
      if (this.pending) this.sendSoon();
    });
    return this.#sending;
  }

  /** Leaves what is left to the next process. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(Array.from(this.#all, (calls) => (calls.done ? calls.remove() : calls.close())));
  }

  /** To be called when there is something new to send and nobody waits for it. */
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
        // Of processes whose journals were found after the store was there again.
        await recovery.resolve(calls);
        await recovery.send(calls);
      } catch (error) {
        log.warn({ err: error }, 'the store did not say what became of a command');
      }
      if (calls.done) this.#remove(calls);
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
