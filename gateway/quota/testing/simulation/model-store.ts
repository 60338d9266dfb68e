import { monthOf } from '../../../values/calendar.ts';
import type {
  Admit,
  AdmitAnswer,
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
import { giveBack, giveBackOf, returnHold } from '../../model/give-back.ts';
import { keep } from '../../model/holds.ts';
import { load } from '../../model/load.ts';
import { decide } from '../../model/model.ts';
import { fence, tally, writeLimits } from '../../model/records.ts';
import {
  apply,
  type Changes,
  type ClientState,
  copyClient,
  counters,
  emptyClient,
  usageOf,
} from '../../model/state.ts';
import { rowOf } from '../../model/usage-names.ts';

/** The rules of a store: the model's, or a version with a planted mistake. */
export interface Rules {
  readonly decide: typeof decide;
  readonly load: typeof load;
}

/** The rules without a mistake. */
export const MODEL_RULES: Rules = { decide, load };

/** Everything the store holds about a client. */
interface Client {
  readonly state: ClientState;
  /** The last decided command of each process, and its answer. */
  readonly answers: Map<string, { readonly sequence: number; readonly answer: AdmitAnswer }>;
}

/**
 * The model as a store in memory, the reference for every other store. Its epochs are numbered, so that runs are
 * reproducible.
 */
export class ModelStore implements RecallingStore {
  #clients = new Map<string, Client>();
  #epochs = 0;
  readonly #rules: Rules;
  readonly #clock: (() => number) | undefined;

  /** @param clock the store's own clock, which only matters to leases; default the time of each command */
  constructor(rules: Rules = MODEL_RULES, clock?: () => number) {
    this.#rules = rules;
    this.#clock = clock;
  }

  admit(commands: readonly Admit[], settle: Settle): void {
    commands.forEach((command, index) => {
      const { state, answers } = this.#client(command.client);
      const { process, sequence } = command;
      const { answer, changes } = this.#rules.decide(state, command, this.#clock?.());
      apply(state, changes);
      if (answer.kind === 'decided') answers.set(process, { sequence, answer });
      settle(index, answer);
    });
  }

  async recall({ client, process, sequence, at }: Admit): Promise<Recalled> {
    const { state, answers } = this.#client(client);
    const month = monthOf(at);
    if (!state.months.has(month)) return 'unknown';
    if ((await this.fence(client, process, sequence)) > sequence) return 'followed';
    const answered = answers.get(process);
    if (answered?.sequence === sequence) return answered.answer;
    return (state.commands?.get(month)?.get(process) ?? 0) >= sequence ? 'contained' : null;
  }

  async giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    return this.#change(command.client, (state) => giveBack(state, command)).answer;
  }

  async keep(command: Keep): Promise<'kept' | 'counted' | 'gone'> {
    return this.#change(command.client, (state) => keep(state, command)).answer;
  }

  async returnHolds(): Promise<readonly GiveBack[]> {
    const now = this.#clock?.() ?? 0;
    return [...this.#clients].flatMap(([client, { state }]) =>
      [...state.holds]
        .map(([name, hold]) => giveBackOf(client, name, hold))
        .filter((command) => this.#change(client, (held) => returnHold(held, command, now)).answer === 'returned'),
    );
  }

  async fence(client: string, process: string, sequence: number): Promise<number> {
    return this.#change(client, (state) => fence(state, process, sequence)).last;
  }

  async writeLimits(client: string, limits: Limits): Promise<void> {
    this.#change(client, (state) => ({ changes: writeLimits(state, limits) }));
  }

  async load(client: string, month: string, checkpoint: Checkpoint): Promise<Loaded> {
    const { watermark, restored } = this.#change(client, (state) =>
      this.#rules.load(state, month, checkpoint, () => this.#newEpoch()),
    );
    return { watermark, restored };
  }

  async tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    return this.#change(client, (state) => tally(state, month, rows)).answer;
  }

  async counters(client: string, month: string): Promise<MonthCounters | null> {
    return counters(this.#client(client).state, client, month);
  }

  async usage({ client, month, epoch }: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null> {
    const { state } = this.#client(client);
    if (state.months.get(month)?.epoch !== epoch) return null;
    return names.flatMap((name) => rowOf(state.usage.get(name.day), name) ?? []);
  }

  async usagePage({ client, month, epoch }: UsageEpoch): Promise<UsagePage | null> {
    const { state } = this.#client(client);
    if (state.months.get(month)?.epoch !== epoch) return null;
    return { rows: usageOf(state, month), next: null };
  }

  async close(): Promise<void> {}

  /** A copy of all counters to `restore` later, as a replica that fell behind would hold. */
  copy(): ReadonlyMap<string, Client> {
    return copyOf(this.#clients);
  }

  restore(copy: ReadonlyMap<string, Client>): void {
    this.#clients = copyOf(copy);
  }

  #newEpoch(): string {
    this.#epochs += 1;
    return `epoch-${this.#epochs}`;
  }

  #client(name: string): Client {
    let client = this.#clients.get(name);
    if (client === undefined) {
      client = { state: emptyClient(), answers: new Map() };
      this.#clients.set(name, client);
    }
    return client;
  }

  #change<A extends { changes: Changes }>(client: string, decide: (state: ClientState) => A): A {
    const { state } = this.#client(client);
    const answer = decide(state);
    apply(state, answer.changes);
    return answer;
  }
}

function copyOf(clients: ReadonlyMap<string, Client>): Map<string, Client> {
  return new Map(
    Array.from(clients, ([name, { state, answers }]) => [
      name,
      { state: copyClient(state), answers: new Map(answers) },
    ]),
  );
}
