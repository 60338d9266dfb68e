import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { BoundedMap } from './bounded-map.ts';
import { dayOf, monthOf } from './calendar.ts';
import type {
  Admit,
  AdmitAnswer,
  CounterStore,
  Floor,
  Fold,
  GiveBack,
  Limits,
  Settle,
  Snapshot,
  UsageRow,
} from './contract.ts';
import { CounterLog } from './embedded-log.ts';
import { openCounterFile } from './embedded-schema.ts';
import { CounterTables } from './embedded-tables.ts';
import * as model from './model.ts';

/** Days and months that a cached client keeps at hand; an older one is read again when it is asked for. */
const KEPT = 4;

export interface EmbeddedOptions {
  /** Where `counters.sqlite` lies. One process owns it. */
  readonly path: string;
  /** Clients kept in memory; default 10,000. */
  readonly cachedClients?: number;
  /** Names a new epoch; default a random UUID. */
  readonly newEpoch?: () => string;
}

/**
 * The counter store of one machine: the model over a SQLite file. The states in memory are a cache of the rows, written
 * through by one transaction for all the commands of a call, which appends to a log that goes into the tables later. Sequences live in memory only: `admit` has settled before
 * it returns and the file has one owner, so no command outlives the process that could repeat it.
 */
export class EmbeddedStore implements CounterStore {
  readonly #db: DatabaseSync;
  readonly #tables: CounterTables;
  readonly #log: CounterLog;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #clients: BoundedMap<string, model.ClientState>;
  /** Outlives what is forgotten of a client: it could not be read again. */
  readonly #sequences = new Map<string, Map<string, number>>();
  readonly #newEpoch: () => string;

  constructor({ path, cachedClients = 10_000, newEpoch = randomUUID }: EmbeddedOptions) {
    this.#db = openCounterFile(path);
    this.#tables = new CounterTables(this.#db);
    this.#log = new CounterLog(this.#db, this.#tables);
    this.#log.recover();
    this.#begin = this.#db.prepare('BEGIN IMMEDIATE');
    this.#commit = this.#db.prepare('COMMIT');
    this.#clients = new BoundedMap(cachedClients);
    this.#newEpoch = newEpoch;
  }

  admit(commands: readonly Admit[], settle: Settle): void {
    let answers: readonly AdmitAnswer[];
    try {
      answers = this.#transaction(
        () => commands.map((command) => this.#decide(command)),
        commands.map(({ client }) => client),
      );
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      for (const index of commands.keys()) settle(index, failure);
      return;
    }
    answers.forEach((answer, index) => {
      settle(index, answer);
    });
  }

  async giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    return this.#change(command.client, command.month, [command.day], (state) => model.giveBack(state, command)).answer;
  }

  async fence(client: string, process: string, sequence: number): Promise<number> {
    return this.#change(client, '', [], (state) => model.fence(state, process, sequence)).last;
  }

  async writeLimits(client: string, limits: Limits): Promise<void> {
    this.#change(client, '', [], (state) => ({ changes: model.writeLimits(state, limits) }));
  }

  async load(client: string, month: string, fold: Fold): Promise<Floor> {
    return this.#change(client, month, [], (state) => model.load(state, month, fold, this.#newEpoch)).floor;
  }

  async tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    const days = rows.map(({ day }) => day);
    return this.#change(client, month, days, (state) => model.tally(state, month, rows)).answer;
  }

  async snapshot(client: string, month: string): Promise<Snapshot | null> {
    if (this.#log.holds(client)) this.#transaction(() => this.#log.compact(), []);
    const counter = this.#tables.month(client, month);
    const credits = this.#tables.credits(client);
    if (counter === null || credits === null) return null;
    const limits = this.#tables.limits(client);
    return { client, month, counter, credits, limits, usage: this.#tables.usage(client, month) };
  }

  /**
   * Every client and month in the file: after a start they are all to be folded, because a process that was killed has
   * left behind what it had yet to fold.
   */
  clientMonths(): { client: string; month: string }[] {
    this.#transaction(() => this.#log.compact(), []);
    return this.#tables.clientMonths();
  }

  /** Removes the counters of the months before one. What is removed must have been folded. */
  removeBefore(month: string): void {
    this.#transaction(() => {
      this.#log.compact();
      this.#tables.removeBefore(month);
    }, []);
  }

  async close(): Promise<void> {
    this.#transaction(() => this.#log.compact(), []);
    this.#db.close();
  }

  #decide(command: Admit): AdmitAnswer {
    const state = this.#state(command.client, monthOf(command.at), dayOf(command.at));
    const { answer, changes } = model.decide(state, command);
    this.#write(command.client, state, changes);
    return answer;
  }

  #change<A extends { changes: model.Changes }>(
    client: string,
    month: string,
    days: readonly string[],
    decide: (state: model.ClientState) => A,
  ): A {
    return this.#transaction(() => {
      const state = this.#state(client, month, ...days);
      const answer = decide(state);
      this.#write(client, state, answer.changes);
      return answer;
    }, [client]);
  }

  #write(client: string, state: model.ClientState, changes: model.Changes): void {
    if (changes === model.NO_CHANGES) return;
    model.apply(state, changes);
    if (changes.clearsUsage) {
      // Rare, and not a value that the log could hold: what it holds of the old usage goes into the tables first.
      this.#log.write();
      this.#log.compact();
      this.#tables.clearUsage(client, changes.month);
    }
    this.#log.add(client, state.time, changes);
  }

  /** What is in memory of `clients` is forgotten when their rows could not be written. */
  #transaction<T>(work: () => T, clients: readonly string[]): T {
    try {
      this.#begin.run();
      const result = work();
      this.#log.write();
      if (this.#log.long) this.#log.compact();
      this.#commit.run();
      return result;
    } catch (error) {
      for (const client of clients) {
        this.#clients.delete(client);
        // The command did not run: seen once more, it must not pass for a duplicate.
        this.#sequences.delete(client);
      }
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      this.#log.recover();
      throw error;
    }
  }

  #state(client: string, month: string, ...days: readonly string[]): model.ClientState {
    let state = this.#clients.get(client);
    if (state === undefined) {
      this.#toTables(client);
      state = {
        ...model.emptyClient(),
        ...this.#tables.families(client),
        limits: this.#tables.limits(client),
        credits: this.#tables.credits(client),
        sequences: this.#sequences.get(client) ?? new Map(),
      };
      this.#sequences.set(client, state.sequences);
      this.#clients.set(client, state);
    }
    if (state.months.size > KEPT) state.months.clear();
    if (state.usage.size > KEPT) state.usage.clear();
    if (month !== '' && !state.months.has(month)) this.#readMonth(client, state, month);
    for (const day of days) if (!state.usage.has(day)) this.#readDay(client, state, day);
    return state;
  }

  /** Before the tables are read for a client they must hold what the log holds of it. */
  #toTables(client: string): void {
    if (this.#log.holds(client)) this.#log.compact();
  }

  #readMonth(client: string, state: model.ClientState, month: string): void {
    this.#toTables(client);
    const counter = this.#tables.month(client, month);
    if (counter !== null) state.months.set(month, counter);
  }

  #readDay(client: string, state: model.ClientState, day: string): void {
    this.#toTables(client);
    const rows = this.#tables.usage(client, day);
    state.usage.set(day, new Map(rows.map((row) => [model.usageId(row.key, row.calculator, row.status), row])));
  }
}
