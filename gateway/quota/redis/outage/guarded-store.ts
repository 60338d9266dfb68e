import type { Admit, CounterStore, Floor, Fold, GiveBack, Limits, Settle, Snapshot, UsageRow } from '../../contract.ts';
import type { Breaker } from './breaker.ts';

/** The store is not used at present; the command was not sent. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';

  constructor() {
    super('the counter store is away');
  }
}

/**
 * A store behind a breaker. The first error opens it, and all that wait for an answer are told then, instead of each
 * waiting for its own time limit; an answer that comes after that is not heard any more.
 */
export class GuardedStore implements CounterStore {
  readonly #store: CounterStore;
  readonly #breaker: Breaker;
  readonly #lost: (command: Admit) => void;
  readonly #waiting = new Set<(cause: Error) => void>();

  /** `lost` hears of each command of calls that was sent and is not heard any more, before its callers do. */
  constructor(store: CounterStore, breaker: Breaker, lost: (command: Admit) => void) {
    this.#store = store;
    this.#breaker = breaker;
    this.#lost = lost;
  }

  /** Tells all that wait. To be called when the breaker opens. */
  fail(cause: Error): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const tell of waiting) tell(cause);
  }

  admit(commands: readonly Admit[], settle: Settle): void {
    if (this.#breaker.open) {
      for (const index of commands.keys()) settle(index, new StoreAway());
      return;
    }
    const unsettled = new Set(commands.keys());
    const fail = (cause: Error) => {
      const lost = [...unsettled];
      unsettled.clear();
      for (const index of lost) {
        const command = commands[index];
        // A forced command is repeated under its sequence until it is answered: nothing is in doubt.
        if (command !== undefined && !command.forced) this.#lost(command);
        settle(index, cause);
      }
    };
    this.#waiting.add(fail);
    this.#store.admit(commands, (index, answer) => {
      if (answer instanceof Error) this.#breaker.trip(answer);
      if (!unsettled.delete(index)) return;
      if (unsettled.size === 0) this.#waiting.delete(fail);
      settle(index, answer);
    });
  }

  giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    return this.#guard(() => this.#store.giveBack(command));
  }

  fence(client: string, process: string, sequence: number): Promise<number> {
    return this.#guard(() => this.#store.fence(client, process, sequence));
  }

  writeLimits(client: string, limits: Limits): Promise<void> {
    return this.#guard(() => this.#store.writeLimits(client, limits));
  }

  load(client: string, month: string, fold: Fold): Promise<Floor> {
    return this.#guard(() => this.#store.load(client, month, fold));
  }

  tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    return this.#guard(() => this.#store.tally(client, month, rows));
  }

  snapshot(client: string, month: string): Promise<Snapshot | null> {
    return this.#guard(() => this.#store.snapshot(client, month));
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #guard<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#breaker.open) return Promise.reject(new StoreAway());
    return new Promise<T>((resolve, reject) => {
      this.#waiting.add(reject);
      ask()
        .then(resolve, (error: unknown) => {
          const cause = error instanceof Error ? error : new Error(String(error));
          this.#breaker.trip(cause);
          reject(cause);
        })
        .finally(() => this.#waiting.delete(reject));
    });
  }
}
