import type { Admit, Item } from '../../contract.ts';
import type { Schedule } from '../../schedule.ts';
import type { Journals } from './journals.ts';
import type { Recovery } from './recovery.ts';
import type { UncountedCalls } from './uncounted-calls.ts';

/** Between attempts to send what is left. */
const AGAIN_MS = 500;

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

/** What outages have left to be counted: the running one, and those of processes that died in theirs. */
export class Outages {
  readonly #options: OutagesOptions;
  readonly #all = new Set<UncountedCalls>();
  #current: UncountedCalls | null = null;
  #waiting = false;
  #closed = false;

  constructor(options: OutagesOptions) {
    this.#options = options;
  }

  /** Whether there is anything left. */
  get pending(): boolean {
    return this.#all.size > 0;
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

  async inherit(): Promise<void> {
    const { journals, log } = this.#options;
    const broken = (file: string, error: unknown) => log.warn({ file, err: error }, 'a journal cannot be read');
    for (const calls of await journals.inherit(broken)) this.#all.add(calls);
  }

  /** Finds out what became of all commands in doubt. To be done before the store is used again. */
  async resolve(): Promise<void> {
    await Promise.all(Array.from(this.#all, (calls) => this.#options.recovery.resolve(calls)));
  }

  /** Sends what is left, until nothing is or the store is away again. */
  async send(): Promise<void> {
    const { recovery, away, log } = this.#options;
    if (away() || this.#closed) return;
    await Promise.all(Array.from(this.#all, (calls) => recovery.send(calls)));
    for (const calls of this.#all) {
      if (!calls.done) continue;
      this.#all.delete(calls);
      if (calls === this.#current) this.#current = null;
      calls.remove().catch((error: unknown) => log.warn({ err: error }, 'a journal could not be removed'));
    }
    if (this.pending) this.#sendLater();
  }

  /** Leaves what is left to the next process. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(Array.from(this.#all, (calls) => calls.close()));
  }

  /** To be called when there is something new to send and nobody waits for it. */
  sendSoon(): void {
    if (!this.#options.away()) this.#sendLater();
  }

  #sendLater(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#options.schedule.after(AGAIN_MS, () => {
      this.#waiting = false;
      void this.send();
    });
  }
}
