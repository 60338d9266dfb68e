import type {
  Admit,
  AdmitAnswer,
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
} from '../../../quota/contract.ts';
import type { Truth } from './truth.ts';

/** One process's view of the store; the effects of its commands are recorded in the truth. */
export class WatchedStore implements CounterStore {
  readonly #store: CounterStore;
  readonly #truth: Truth;
  readonly #process: string;
  readonly #failed: (error: unknown) => void;

  /**
   * @param failed receives violations found by the truth: thrown as a store error, admission would retry and hide them
   */
  constructor(store: CounterStore, truth: Truth, process: string, failed: (error: unknown) => void) {
    this.#store = store;
    this.#truth = truth;
    this.#process = process;
    this.#failed = failed;
  }

  admit(commands: readonly Admit[], settle: Settle): void {
    this.#store.admit(commands, (index, answer) => {
      const command = commands[index];
      if (command !== undefined && !(answer instanceof Error)) this.#enter(() => this.#ran(command, answer));
      settle(index, answer);
    });
  }

  async giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    const answer = await this.#store.giveBack(command);
    this.#enter(() => this.#truth.gaveBack(command, answer));
    return answer;
  }

  keep(command: Keep): Promise<'kept' | 'counted' | 'gone'> {
    return this.#store.keep(command);
  }

  async returnHolds(): Promise<readonly GiveBack[]> {
    const returned = await this.#store.returnHolds();
    for (const command of returned) this.#enter(() => this.#truth.gaveBack(command, 'returned'));
    return returned;
  }

  fence(client: string, process: string, sequence: number): Promise<number> {
    return this.#store.fence(client, process, sequence);
  }

  writeLimits(client: string, limits: Limits): Promise<void> {
    return this.#store.writeLimits(client, limits);
  }

  async load(client: string, month: string, checkpoint: Checkpoint): Promise<Loaded> {
    const loaded = await this.#store.load(client, month, checkpoint);
    this.#enter(() => this.#truth.loaded(this.#process, month, loaded.watermark));
    return loaded;
  }

  tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    return this.#store.tally(client, month, rows);
  }

  async counters(client: string, month: string): Promise<MonthCounters | null> {
    const counters = await this.#store.counters(client, month);
    if (counters === null) return null;
    // A store may return the same record twice: a copy identifies this read.
    const read = { ...counters, counter: { ...counters.counter } };
    this.#enter(() => this.#truth.read(read));
    return read;
  }

  usage(of: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null> {
    return this.#store.usage(of, names);
  }

  usagePage(of: UsageEpoch, cursor: string | null): Promise<UsagePage | null> {
    return this.#store.usagePage(of, cursor);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #ran(command: Admit, answer: AdmitAnswer): void {
    this.#truth.ran(command, answer);
  }

  #enter(what: () => void): void {
    try {
      what();
    } catch (error) {
      this.#failed(error);
    }
  }
}
