import { isDeepStrictEqual } from 'node:util';
import type {
  Admit,
  AdmitAnswer,
  Checkpoint,
  CounterStore,
  GiveBack,
  Limits,
  MonthCounter,
  MonthCounters,
  RecallingStore,
  UsageEpoch,
  UsageName,
  UsagePage,
  UsageRow,
  Watermark,
} from '../../contract.ts';
import { ask } from '../contract/caller.ts';
import { CheckpointTable } from './checkpoint-table.ts';
import { Journal } from './journal.ts';
import { Ledger, type Sender, Violation } from './ledger.ts';
import type { ModelStore } from './model-store.ts';
import type { Random } from './random.ts';
import { VirtualTime } from './virtual-time.ts';

/** Twenty seconds before a month ends: clocks that jump reach the next. */
export const START = Date.UTC(2026, 10, 30, 23, 59, 40);

/** Calls and faults stop after so many milliseconds; then everything recovers. */
export const HORIZON = 8_000;

/** The store, and the model beside it if it is to be held to that. */
export type Stores =
  | { readonly store: RecallingStore; readonly beside: null }
  | { readonly store: CounterStore; readonly beside: ModelStore };

/** All that processes share: time and chance, the store, SQL, the disks, and the truth about it. */
export class World {
  readonly random: Random;
  readonly time: VirtualTime;
  readonly ledger = new Ledger();
  readonly checkpoint = new CheckpointTable();
  readonly limits = new Map<string, Limits>();
  /** By the machine on whose disk they lie. */
  readonly journals = new Map<number, Journal>();
  /** How likely a command, or a read of SQL, goes wrong. */
  faults = 0;
  /** How often the store has lost data. */
  losses = 0;
  violation: Violation | null = null;
  /** How many processes were killed. */
  kills = 0;
  /** Units that the store had taken when a counter was read. */
  readonly takenBefore = new WeakMap<MonthCounter, number>();
  readonly #store: CounterStore;
  readonly #model: ModelStore | null;
  readonly #recalling: RecallingStore;

  /** `beside`: a store that must answer and become the same, whatever happens. */
  constructor(random: Random, { store, beside }: Stores) {
    this.random = random;
    this.time = new VirtualTime(START, random);
    this.#store = store;
    this.#model = beside;
    this.#recalling = beside ?? store;
  }

  /** Runs a command on the store, and on the model beside it. */
  async on<T>(run: (store: CounterStore) => Promise<T>): Promise<T> {
    const expected = this.#model === null ? null : run(this.#model);
    const answer = await this.time.outside(run(this.#store));
    if (expected !== null && !isDeepStrictEqual(answer, await expected)) {
      this.#violated(new Violation(`the store and the model differ: ${JSON.stringify([answer, await expected])}`));
    }
    return answer;
  }

  async admit(command: Admit, sender: Sender): Promise<AdmitAnswer> {
    const answer = await this.on((store) => ask(store, command));
    this.#hold(() => this.ledger.ran(command, answer, sender));
    return answer;
  }

  /** What became of a command. Of two stores that are the same the model tells, since not every store can. */
  async recall(command: Admit): Promise<AdmitAnswer | null | 'followed'> {
    const { client, process, sequence } = command;
    if (this.#recalling !== this.#store) await this.time.outside(this.#store.fence(client, process, sequence));
    return this.time.outside(this.#recalling.recall(command));
  }

  async giveBack(command: GiveBack, sender: Sender): Promise<'returned' | 'gone' | 'duplicate'> {
    const answer = await this.on((store) => store.giveBack(command));
    if (answer === 'returned') this.ledger.gaveBack(command, sender);
    return answer;
  }

  async load(client: string, month: string, checkpoint: Checkpoint): Promise<Watermark> {
    const watermark = await this.on((store) => store.load(client, month, checkpoint));
    this.ledger.loaded(client, month, watermark.epoch);
    return watermark;
  }

  /** The counters of a month, and a note of how much the store had taken when they were read. */
  async counters(client: string, month: string): Promise<MonthCounters | null> {
    const { taken } = this.ledger.account(client, month);
    const counters = await this.on((store) => store.counters(client, month));
    if (counters === null) return null;
    const read = { ...counters, counter: { ...counters.counter } };
    this.takenBefore.set(read.counter, taken);
    return read;
  }

  usage(of: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null> {
    return this.on((store) => store.usage(of, names));
  }

  usagePage(of: UsageEpoch, cursor: string | null): Promise<UsagePage | null> {
    return this.on(async (store) => sorted(await store.usagePage(of, cursor)));
  }

  /** The store has lost data. */
  lost(): void {
    this.losses += 1;
    this.ledger.lost(this.checkpoint);
  }

  journalOf(machine: number): Journal {
    const journal = this.journals.get(machine) ?? new Journal();
    this.journals.set(machine, journal);
    return journal;
  }

  limitsOf(client: string): Limits {
    const limits = this.limits.get(client);
    if (limits === undefined) throw new Error(`no limits of ${client}`);
    return limits;
  }

  #hold(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.#violated(error);
    }
  }

  #violated(violation: Violation): void {
    this.violation ??= violation;
  }
}

/** Usage rows have no order. */
function sorted(page: UsagePage | null): UsagePage | null {
  if (page === null) return null;
  const name = ({ day, key, calculator, status }: UsageRow) => `${day} ${key} ${calculator} ${status}`;
  return { ...page, rows: page.rows.toSorted((a, b) => (name(a) < name(b) ? -1 : 1)) };
}
