import { mayBeInDoubt } from '../../admission/outcome.ts';
import type { Schedule } from '../../admission/schedule.ts';
import type {
  Admit,
  Checkpoint,
  CounterStore,
  GiveBack,
  Keep,
  Limits,
  Loaded,
  MonthCounters,
  Settle,
  UsageEpoch,
  UsageName,
  UsagePage,
  UsageRow,
} from '../../contract.ts';
import { PassingMap } from '../../passing-map.ts';
import { StoreAway } from '../../store-away.ts';
import type { RedisBreaker } from './breaker.ts';

/** A command without an answer after this time is given up. */
const PATIENCE_MS = 100;

export interface GuardedStoreOptions {
  readonly store: CounterStore;
  readonly breaker: RedisBreaker;
  /** Called for each sent admission command whose answer is no longer awaited, before its callers hear of it. */
  readonly lost: (command: Admit) => void;
  /** Whether an error concerns one client only. Such an error opens no breaker and goes to its caller. */
  readonly concernsOneClient: (error: unknown) => boolean;
  readonly schedule: Schedule;
}

/**
 * A store behind a breaker. The first error or silence opens it and fails every waiting command at once, instead of
 * each waiting for its own timeout. Later answers are ignored.
 */
export class GuardedStore implements CounterStore {
  readonly #options: GuardedStoreOptions;
  /** Waiting commands and since when, the oldest first. */
  readonly #waiting = new PassingMap<(cause: Error) => void, number>();
  #watching = false;

  constructor(options: GuardedStoreOptions) {
    this.#options = options;
  }

  /** Fails every waiting command. Called when the breaker opens. */
  fail(cause: Error): void {
    for (const failOne of this.#waiting.take()) failOne(cause);
  }

  admit(commands: readonly Admit[], settle: Settle): void {
    const { store, breaker, lost, concernsOneClient } = this.#options;
    if (breaker.open) {
      for (const index of commands.keys()) settle(index, new StoreAway());
      return;
    }
    const unsettled = new Set(commands.keys());
    const fail = (cause: Error) => {
      const left = [...unsettled];
      unsettled.clear();
      for (const index of left) {
        const command = commands[index];
        if (command !== undefined && mayBeInDoubt(command)) lost(command);
        settle(index, cause);
      }
    };
    this.#wait(fail);
    store.admit(commands, (index, answer) => {
      if (!unsettled.has(index)) return;
      if (answer instanceof Error && !concernsOneClient(answer)) {
        breaker.trip(answer);
        return;
      }
      unsettled.delete(index);
      if (unsettled.size === 0) this.#waiting.delete(fail);
      settle(index, answer);
    });
  }

  giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    return this.#guard((store) => store.giveBack(command));
  }

  keep(command: Keep): Promise<'kept' | 'counted' | 'gone'> {
    return this.#guard((store) => store.keep(command));
  }

  returnHolds(): Promise<readonly GiveBack[]> {
    return this.#guard((store) => store.returnHolds());
  }

  fence(client: string, process: string, sequence: number): Promise<number> {
    return this.#guard((store) => store.fence(client, process, sequence));
  }

  writeLimits(client: string, limits: Limits): Promise<void> {
    return this.#guard((store) => store.writeLimits(client, limits));
  }

  load(client: string, month: string, checkpoint: Checkpoint): Promise<Loaded> {
    return this.#guard((store) => store.load(client, month, checkpoint));
  }

  tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    return this.#guard((store) => store.tally(client, month, rows));
  }

  counters(client: string, month: string): Promise<MonthCounters | null> {
    return this.#guard((store) => store.counters(client, month));
  }

  usage(of: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null> {
    return this.#guard((store) => store.usage(of, names));
  }

  usagePage(of: UsageEpoch, cursor: string | null): Promise<UsagePage | null> {
    return this.#guard((store) => store.usagePage(of, cursor));
  }

  close(): Promise<void> {
    return this.#options.store.close();
  }

  #guard<T>(ask: (store: CounterStore) => Promise<T>): Promise<T> {
    const { store, breaker, concernsOneClient } = this.#options;
    if (breaker.open) return Promise.reject(new StoreAway());
    return new Promise<T>((resolve, reject) => {
      this.#wait(reject);
      ask(store)
        .then(resolve, (error: unknown) => {
          const cause = error instanceof Error ? error : new Error(String(error));
          if (this.#waiting.has(reject) && !concernsOneClient(cause)) breaker.trip(cause);
          reject(cause);
        })
        .finally(() => this.#waiting.delete(reject));
    });
  }

  #wait(fail: (cause: Error) => void): void {
    this.#waiting.set(fail, performance.now());
    if (!this.#watching) this.#watch(PATIENCE_MS);
  }

  #watch(ms: number): void {
    const { schedule } = this.#options;
    this.#watching = true;
    // After a stall of our own, answers may have arrived unread: read them before the turn ends.
    schedule.after(ms, () => schedule.turn(() => this.#look()));
  }

  #look(): void {
    this.#watching = false;
    const [since] = this.#waiting.values();
    if (since === undefined) return;
    const left = since + PATIENCE_MS - performance.now();
    if (left > 0) this.#watch(left);
    else this.#options.breaker.trip(new Error(`the counter store has not answered within ${PATIENCE_MS} ms`));
  }
}
