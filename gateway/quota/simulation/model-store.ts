import type { Admit, CounterStore, Floor, Fold, GiveBack, Limits, Settle, Snapshot, UsageRow } from '../contract.ts';
import * as model from '../model.ts';

/** How a store decides: the model does, a planted mistake does not quite. */
export interface Rules {
  readonly decide: typeof model.decide;
  readonly load: typeof model.load;
}

/** The model as a store in memory: what every other store is held to. Its epochs are numbered, so that it repeats. */
export class ModelStore implements CounterStore {
  #clients = new Map<string, model.ClientState>();
  #epochs = 0;
  readonly #rules: Rules;

  constructor(rules: Rules = model) {
    this.#rules = rules;
  }

  admit(commands: readonly Admit[], settle: Settle): void {
    commands.forEach((command, index) => {
      const state = this.#state(command.client);
      const { answer, changes } = this.#rules.decide(state, command);
      model.apply(state, changes);
      settle(index, answer);
    });
  }

  async giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    return this.#change(command.client, (state) => model.giveBack(state, command)).answer;
  }

  async fence(client: string, process: string, sequence: number): Promise<number> {
    return this.#change(client, (state) => model.fence(state, process, sequence)).last;
  }

  async writeLimits(client: string, limits: Limits): Promise<void> {
    this.#change(client, (state) => ({ changes: model.writeLimits(state, limits) }));
  }

  async load(client: string, month: string, fold: Fold): Promise<Floor> {
    return this.#change(client, (state) => this.#rules.load(state, month, fold, () => this.#newEpoch())).floor;
  }

  async tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    return this.#change(client, (state) => model.tally(state, month, rows)).answer;
  }

  async snapshot(client: string, month: string): Promise<Snapshot | null> {
    return model.snapshot(this.#state(client), client, month);
  }

  async close(): Promise<void> {}

  /** A copy of all counters, to `restore` later: what a replica holds that has fallen behind. */
  copy(): ReadonlyMap<string, model.ClientState> {
    return new Map(Array.from(this.#clients, ([client, state]) => [client, model.copyClient(state)]));
  }

  restore(copy: ReadonlyMap<string, model.ClientState>): void {
    this.#clients = new Map(Array.from(copy, ([client, state]) => [client, model.copyClient(state)]));
  }

  #newEpoch(): string {
    this.#epochs += 1;
    return `epoch-${this.#epochs}`;
  }

  #state(client: string): model.ClientState {
    let state = this.#clients.get(client);
    if (state === undefined) {
      state = model.emptyClient();
      this.#clients.set(client, state);
    }
    return state;
  }

  #change<A extends { changes: model.Changes }>(client: string, decide: (state: model.ClientState) => A): A {
    const state = this.#state(client);
    const answer = decide(state);
    model.apply(state, answer.changes);
    return answer;
  }
}
