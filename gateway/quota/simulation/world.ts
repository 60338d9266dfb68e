import { isDeepStrictEqual } from 'node:util';
import { ask } from '../contract/caller.ts';
import type {
  Admit,
  AdmitAnswer,
  CounterStore,
  Floor,
  Fold,
  GiveBack,
  Limits,
  Snapshot,
  UsageRow,
} from '../contract.ts';
import type { Replay } from '../replay.ts';
import { FoldTable } from './fold-table.ts';
import { Ledger, Violation } from './ledger.ts';
import type { ModelStore } from './model-store.ts';
import type { Random } from './random.ts';
import { VirtualTime } from './virtual-time.ts';

/** Twenty seconds before a month ends: clocks that jump reach the next. */
export const START = Date.UTC(2026, 10, 30, 23, 59, 40);

/** Calls and faults stop after so many milliseconds; then everything recovers. */
export const HORIZON = 8_000;

/** All that processes share: time and chance, the store, SQL, the disks, and the truth about it. */
export class World {
  readonly random: Random;
  readonly time: VirtualTime;
  readonly ledger = new Ledger();
  readonly fold = new FoldTable();
  readonly limits = new Map<string, Limits>();
  /** Answered calls that are not known to be counted, by the machine on whose disk they lie. */
  readonly journals = new Map<number, Set<Replay>>();
  /** How likely a command, or a read of SQL, goes wrong. */
  faults = 0;
  /** How often the store has lost data. */
  losses = 0;
  violation: Violation | null = null;
  /** Units that the store had taken when a snapshot was read. */
  readonly takenBefore = new WeakMap<Snapshot, number>();
  readonly #store: CounterStore;
  readonly #model: ModelStore | null;

  /** `model`: a store that must answer and become the same, whatever happens. */
  constructor(random: Random, store: CounterStore, model: ModelStore | null) {
    this.random = random;
    this.time = new VirtualTime(START, random);
    this.#store = store;
    this.#model = model;
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

  async admit(command: Admit): Promise<AdmitAnswer> {
    const answer = await this.on((store) => ask(store, command));
    this.#hold(() => this.ledger.ran(command, answer));
    return answer;
  }

  async giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    const answer = await this.on((store) => store.giveBack(command));
    if (answer === 'returned') this.ledger.gaveBack(command);
    return answer;
  }

  async load(client: string, month: string, fold: Fold): Promise<Floor> {
    const floor = await this.on((store) => store.load(client, month, fold));
    this.ledger.loaded(client, month, floor.epoch);
    return floor;
  }

  /** The counters of a month, and a note of how much the store had taken when they were read. */
  async snapshot(client: string, month: string): Promise<Snapshot | null> {
    const { taken } = this.ledger.account(client, month);
    const snapshot = await this.on(async (store) => sorted(await store.snapshot(client, month)));
    if (snapshot !== null) this.takenBefore.set(snapshot, taken);
    return snapshot;
  }

  /** The store has lost data. */
  lost(): void {
    this.losses += 1;
    this.ledger.lost(this.fold);
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
function sorted(snapshot: Snapshot | null): Snapshot | null {
  if (snapshot === null) return null;
  const name = ({ day, key, calculator, status }: UsageRow) => `${day} ${key} ${calculator} ${status}`;
  return { ...snapshot, usage: snapshot.usage.toSorted((a, b) => (name(a) < name(b) ? -1 : 1)) };
}
