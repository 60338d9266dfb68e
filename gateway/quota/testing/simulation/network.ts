import { mayBeInDoubt } from '../../admission/outcome.ts';
import type {
  Admit,
  Checkpoint,
  GiveBack,
  Keep,
  Limits,
  Loaded,
  MonthCounters,
  Recalled,
  RecallingStore,
  Settle,
  UsageEpoch,
  UsageName,
  UsagePage,
  UsageRow,
} from '../../contract.ts';
import { StoreAway } from '../../store-away.ts';
import type { Sender } from './ledger.ts';
import type { World } from './world.ts';

/** What becomes of a command over a bad network. */
type Fate = 'command lost' | 'answer lost' | 'late';

/** Milliseconds after which a process takes a command as lost. */
const TIMEOUT = 100;

/** One process's view of the store, over a network that delays commands, loses them, or loses their answers. */
export class Network implements RecallingStore {
  /** False once the process was killed. Sent commands still arrive; answers do not. */
  alive = true;
  /** Unanswered commands by client. No later command of the client is sent until they are resolved. */
  readonly doubts = new Map<string, Admit>();
  readonly #world: World;
  readonly #process: string;
  /** Runs when the process is not stopped. */
  readonly #awake: (run: () => void) => void;
  readonly #doubted: (command: Admit) => void;
  #sent = 0;
  #cut: { readonly until: number; readonly fate: Fate } | null = null;
  /** Number of data losses when SQL was last read, by client and month. */
  readonly #read = new Map<string, number>();

  /** @param doubted called for each command that was not answered, before its callers hear of it */
  constructor(
    world: World,
    process: string,
    { awake, doubted }: { awake: (run: () => void) => void; doubted: (command: Admit) => void },
  ) {
    this.#world = world;
    this.#process = process;
    this.#awake = awake;
    this.#doubted = doubted;
  }

  /** Cuts the process off: until then, all its commands or all their answers are lost. */
  cutOff(until: number, fate: Fate): void {
    this.#cut = { until, fate };
  }

  /** Marks the start of reading SQL for a load. */
  reads(client: string, month: string): void {
    this.#read.set(`${client} ${month}`, this.#world.losses);
  }

  /** Records the value in SQL that the process knows. */
  knows(client: string, month: string, epoch: string, admitted: number): void {
    this.#world.ledger.knows(client, month, this.#process, { epoch, admitted, after: this.#sent });
  }

  admit(commands: readonly Admit[], settle: Settle): void {
    commands.forEach((command, index) => {
      if (!command.forced && this.doubts.has(command.client)) {
        settle(index, new StoreAway());
        return;
      }
      const sender = this.#sender();
      this.#send(() => this.#world.admit(command, sender)).then(
        (answer) => {
          this.#world.ledger.heard(command, answer);
          settle(index, answer);
        },
        (error: Error) => {
          if (mayBeInDoubt(command)) {
            this.doubts.set(command.client, command);
            this.#doubted(command);
          }
          settle(index, error);
        },
      );
    });
  }

  async giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    if (this.doubts.has(command.client)) throw new Error('not sent');
    const sender = this.#sender();
    return this.#send(() => this.#world.giveBack(command, sender));
  }

  keep(command: Keep): Promise<'kept' | 'counted' | 'gone'> {
    return this.#send(() => this.#world.keep(command));
  }

  returnHolds(): Promise<readonly GiveBack[]> {
    return this.#send(() => this.#world.returnHolds());
  }

  recall(command: Admit): Promise<Recalled> {
    return this.#send(() => this.#world.recall(command));
  }

  fence(client: string, process: string, sequence: number): Promise<number> {
    return this.#send(() => this.#world.on((store) => store.fence(client, process, sequence)));
  }

  writeLimits(client: string, limits: Limits): Promise<void> {
    return this.#send(() => this.#world.on((store) => store.writeLimits(client, limits)));
  }

  async load(client: string, month: string, checkpoint: Checkpoint): Promise<Loaded> {
    const loaded = await this.#send(() => this.#world.load(client, month, checkpoint));
    if (this.#read.get(`${client} ${month}`) === this.#world.losses)
      this.knows(client, month, loaded.watermark.epoch, loaded.watermark.admitted);
    return loaded;
  }

  tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    return this.#send(() => this.#world.on((store) => store.tally(client, month, rows)));
  }

  counters(client: string, month: string): Promise<MonthCounters | null> {
    return this.#send(() => this.#world.counters(client, month));
  }

  usage(of: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null> {
    return this.#send(() => this.#world.usage(of, names));
  }

  usagePage(of: UsageEpoch, cursor: string | null): Promise<UsagePage | null> {
    return this.#send(() => this.#world.usagePage(of, cursor));
  }

  async close(): Promise<void> {}

  #sender(): Sender {
    this.#sent += 1;
    return { process: this.#process, nth: this.#sent };
  }

  /** Sends a command, which runs on arrival. A promise to a dead process never settles. */
  #send<T>(run: () => Promise<T>): Promise<T> {
    const { time, random, faults } = this.#world;
    const arrives = 1 + random.below(20);
    return new Promise((resolve, reject) => {
      if (!this.alive) return;
      const cut = this.#cut !== null && time.now < this.#cut.until ? this.#cut.fate : null;
      if (cut === null && !random.chance(faults)) {
        time.after(arrives, async () => {
          const answer = await run();
          time.after(1 + random.below(20), () => this.#awake(() => resolve(answer)));
        });
        return;
      }
      const fate = cut ?? random.pick(['command lost', 'answer lost', 'late']);
      if (fate === 'answer lost') time.after(arrives, () => void run());
      if (fate === 'late') time.after(TIMEOUT + random.below(2_000), () => void run());
      time.after(TIMEOUT, () => this.#awake(() => reject(new Error(fate))));
    });
  }
}
