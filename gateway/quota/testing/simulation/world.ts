import { isDeepStrictEqual } from 'node:util';
import type {
  Admit,
  AdmitAnswer,
  Checkpoint,
  CounterStore,
  GiveBack,
  Keep,
  Limits,
  Loaded,
  MonthCounter,
  MonthCounters,
  Recalled,
  RecallingStore,
  UsageEpoch,
  UsageName,
  UsagePage,
  UsageRow,
} from '../../contract.ts';
import { RECALL_MS } from '../../model/leases.ts';
import { ask } from '../contract/caller.ts';
import { CheckpointTable } from './checkpoint-table.ts';
import { Journal } from './journal.ts';
import { Ledger, type Sender, Violation } from './ledger.ts';
import type { ModelStore } from './model-store.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Four seconds before a month ends, so that it ends during the calls. */
export const START = Date.UTC(2026, 10, 30, 23, 59, 56);

/** Milliseconds of calls and faults; with leases, so many that some of them are renewed. */
const HORIZON = 8_000;
const LEASED_HORIZON = 16_000;

/** The store, and the model beside it if its answers are to be compared. */
export type Stores =
  | { readonly store: RecallingStore; readonly beside: null }
  | { readonly store: CounterStore; readonly beside: ModelStore };

/** Mistakes that a process may make. */
export type ProcessMistake =
  | 'outlives limits'
  | 'replays twice'
  | 'drops records early'
  | 'ignores recalls'
  | 'ignores checkpoints'
  | 'forgets reports'
  | 'answers before the charge'
  | 'answers before the sync'
  | 'answers before the record'
  | 'ignores outcomes'
  | 'never returns holds';

/** Everything the processes share: time, randomness, the store, SQL, the disks, and the ledger of the truth. */
export class World {
  readonly random: Random;
  /** What disks do. Its own chances leave the rest of a schedule as it was. */
  readonly diskRandom: Random;
  readonly time: VirtualTime;
  readonly ledger = new Ledger();
  readonly checkpoint = new CheckpointTable();
  readonly limits = new Map<string, Limits>();
  /** By disk. */
  readonly journals = new Map<number, Journal>();
  /** Whether all machines share a disk, as the workers of one machine do. */
  disk: 'shared' | 'own' = 'own';
  /** Probability that a command or a read of SQL fails. */
  faults = 0;
  /** Number of times the store lost data. */
  losses = 0;
  violation: Violation | null = null;
  /** Whether processes use leases, and the recalls that each of them hears. */
  leases = false;
  readonly listeners = new Set<(client: string) => void>();
  /** Whether answers of leased calls wait for the disk, and machines lose their power. */
  power = false;
  /** Whether a process is cut off around each loss. */
  partitions = false;
  /** Whether nothing disturbs the processes: each answers a recall at once. */
  smooth = true;
  /** Milliseconds by which the store's clock was set, and whether it ever was. */
  step = 0;
  stepped = false;
  /** Clients whose limits changed. */
  readonly changed = new Set<string>();
  swept = false;
  /** A mistake planted in the processes. */
  mistake: ProcessMistake | null = null;
  readonly #recalled = new Map<string, number>();
  /** Number of commands that only read. */
  probes = 0;
  /** Number of killed processes. */
  kills = 0;
  /** Number of forwarded calls whose charge neither the store nor a disk took. Their holds end by themselves. */
  unrecorded = 0;
  /** Units taken by the store when a counter was read. */
  readonly takenBefore = new WeakMap<MonthCounter, number>();
  readonly #store: CounterStore;
  readonly #model: ModelStore | null;
  readonly #recalling: RecallingStore;

  /** `beside` is a store that must give the same answers and reach the same state. */
  constructor(random: Random, time: VirtualTime, { store, beside }: Stores) {
    this.random = random;
    this.diskRandom = random.fork();
    this.time = time;
    this.#store = store;
    this.#model = beside;
    this.#recalling = beside ?? store;
  }

  /** Milliseconds after which calls and faults stop and everything recovers. */
  get horizon(): number {
    return this.leases ? LEASED_HORIZON : HORIZON;
  }

  /** The instant at which that is. */
  get end(): number {
    return START + this.horizon;
  }

  /** The store's clock. */
  get storeNow(): number {
    return this.time.now + this.step;
  }

  /** Runs a command on the store, and on the model beside it if there is one. */
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
    this.#hold(() => this.ledger.ran(command, answer, sender, this));
    if (answer.kind === 'decided' && answer.verdicts.some(({ held }) => held === 'recalled')) {
      this.#publishRecall(command.client);
    }
    return answer;
  }

  /** Holds a guarantee from outside the ledger. */
  expect(holds: boolean, broken: string): void {
    if (!holds) this.#violated(new Violation(broken));
  }

  /** The store publishes a recall at most once a second. */
  #publishRecall(client: string): void {
    const last = this.#recalled.get(client);
    if (last !== undefined && this.time.now < last + RECALL_MS) return;
    this.#recalled.set(client, this.time.now);
    for (const listener of this.listeners) {
      if (this.random.chance(this.faults)) continue;
      this.time.after(1 + this.random.below(20), () => listener(client));
    }
  }

  /** The outcome of a command. With a model beside the store, the model reports it, because not every store can. */
  async recall(command: Admit): Promise<Recalled> {
    const { client, process, sequence } = command;
    if (this.#recalling !== this.#store) await this.time.outside(this.#store.fence(client, process, sequence));
    return this.time.outside(this.#recalling.recall(command));
  }

  async giveBack(command: GiveBack, sender: Sender): Promise<'returned' | 'gone' | 'duplicate'> {
    const answer = await this.on((store) => store.giveBack(command));
    if (answer === 'returned') this.ledger.gaveBack(command, sender);
    return answer;
  }

  async keep(command: Keep): Promise<'kept' | 'counted' | 'gone'> {
    const answer = await this.on((store) => store.keep(command));
    this.#hold(() => this.ledger.kept(command, answer));
    return answer;
  }

  async returnHolds(): Promise<readonly GiveBack[]> {
    const returned = await this.on((store) => store.returnHolds());
    for (const command of returned) this.ledger.returnedByItself(command);
    return returned;
  }

  async load(client: string, month: string, checkpoint: Checkpoint): Promise<Loaded> {
    const loaded = await this.on((store) => store.load(client, month, checkpoint));
    this.ledger.loaded(client, month, loaded.watermark.epoch);
    return loaded;
  }

  /** Reads the counters of a month and remembers how much the store had taken by then. */
  async counters(client: string, month: string): Promise<MonthCounters | null> {
    const { taken } = this.ledger.account(client, month);
    let contained: MonthCounters['commands'];
    const counters = await this.on(async (store) => {
      const found = await store.counters(client, month);
      if (found === null) return null;
      // The embedded store keeps no commands.
      const { commands, ...compared } = found;
      contained = commands ?? contained;
      return compared;
    });
    if (counters === null) return null;
    const read = { ...counters, counter: { ...counters.counter }, ...(contained && { commands: contained }) };
    this.takenBefore.set(read.counter, taken);
    return read;
  }

  usage(of: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null> {
    return this.on((store) => store.usage(of, names));
  }

  usagePage(of: UsageEpoch, cursor: string | null): Promise<UsagePage | null> {
    return this.on(async (store) => sorted(await store.usagePage(of, cursor)));
  }

  /** Records that the store lost data. */
  lost(): void {
    this.losses += 1;
    this.ledger.lost(this.checkpoint);
  }

  journalOf(machine: number): Journal {
    const disk = this.disk === 'shared' ? 0 : machine;
    const journal = this.journals.get(disk) ?? new Journal();
    this.journals.set(disk, journal);
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

/** Sorts a page, because usage rows have no order. */
function sorted(page: UsagePage | null): UsagePage | null {
  if (page === null) return null;
  const name = ({ day, key, calculator, status }: UsageRow) => `${day} ${key} ${calculator} ${status}`;
  return { ...page, rows: page.rows.toSorted((a, b) => (name(a) < name(b) ? -1 : 1)) };
}
