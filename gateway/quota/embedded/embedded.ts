import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayOf, monthOf } from '../../values/calendar.ts';
import { BoundedMap } from '../bounded-map.ts';
import type {
  Admit,
  AdmitAnswer,
  Checkpoint,
  CounterStore,
  CreditCounter,
  GiveBack,
  Limits,
  MonthCounter,
  MonthCounters,
  Settle,
  UsageEpoch,
  UsageName,
  UsagePage,
  UsageRow,
  Watermark,
} from '../contract.ts';
import { giveBack } from '../model/give-back.ts';
import { load } from '../model/load.ts';
import { decide } from '../model/model.ts';
import { fence, tally, writeLimits } from '../model/records.ts';
import { apply, type Changes, type ClientState, emptyClient, NO_CHANGES, usageId } from '../model/state.ts';
import { rowOf } from '../model/usage-names.ts';
import { SliceSize } from '../slice-size.ts';
import { CounterLog } from './embedded-log.ts';
import { openCounterFile } from './embedded-schema.ts';
import { type ClientMonth, CounterTables, type UsagePlace } from './embedded-tables.ts';
import type { LoggedClient } from './logged-rows.ts';

/** Rows read per query. */
const ROWS_A_PAGE = 500;

/** Days and months kept per cached client; older ones are read from the file again. */
const KEPT = 4;

export interface EmbeddedOptions {
  /** Path of `counters.sqlite`. Exactly one process owns it. */
  readonly path: string;
  /** Clients cached in memory; default 10,000. */
  readonly cachedClients?: number;
  /** Generates the name of an epoch; default a random UUID. */
  readonly newEpoch?: () => string;
}

/**
 * The counter store of one machine: the model over a SQLite file. The states in memory cache its rows. All commands of
 * one `admit` call are one transaction, which appends to a log that moves into the tables later. Sequences live in
 * memory only: `admit` settles before it returns and the file has one owner, so no command outlives the process that
 * could repeat it.
 */
export class EmbeddedStore implements CounterStore {
  readonly #db: DatabaseSync;
  readonly #tables: CounterTables;
  readonly #log: CounterLog;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #clients: BoundedMap<string, ClientState>;
  /** Kept when a client is evicted from the cache, because the file does not hold sequences. */
  readonly #sequences = new Map<string, Map<string, number>>();
  readonly #newEpoch: () => string;
  readonly #slices = new SliceSize();
  /** Settles when the log has moved into the tables. */
  #compacting: Promise<void> | null = null;
  #closed = false;

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
    return this.#change(command.client, command.month, [command.day], (state) => giveBack(state, command)).answer;
  }

  async fence(client: string, process: string, sequence: number): Promise<number> {
    return this.#change(client, '', [], (state) => fence(state, process, sequence)).last;
  }

  async writeLimits(client: string, limits: Limits): Promise<void> {
    this.#change(client, '', [], (state) => ({ changes: writeLimits(state, limits) }));
  }

  async load(client: string, month: string, checkpoint: Checkpoint): Promise<Watermark> {
    return this.#change(client, month, [], (state) => load(state, month, checkpoint, this.#newEpoch)).watermark;
  }

  async tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    const days = rows.map(({ day }) => day);
    return this.#change(client, month, days, (state) => tally(state, month, rows)).answer;
  }

  async counters(client: string, month: string): Promise<MonthCounters | null> {
    const counter = this.#counter(client, month);
    const credits = this.#credits(client);
    if (counter === null || credits === null) return null;
    return { client, month, counter, credits, limits: this.#limits(client) };
  }

  async usage({ client, month, epoch }: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null> {
    const state = this.#state(client, month, ...new Set(names.map(({ day }) => day)));
    if (state.months.get(month)?.epoch !== epoch) return null;
    return names.flatMap((name) => rowOf(state.usage.get(name.day), name) ?? []);
  }

  async usagePage({ client, month, epoch }: UsageEpoch, cursor: string | null): Promise<UsagePage | null> {
    // Pages come from the tables only. Calls counted after the first page need not appear.
    if (cursor === null && this.#log.of(client).length > 0) await this.#compact();
    if (this.#counter(client, month)?.epoch !== epoch) return null;
    const after: UsagePlace = cursor === null ? [month, '', '', ''] : JSON.parse(cursor);
    const rows = this.#tables.usageAfter(client, month, after, ROWS_A_PAGE);
    const last = rows.at(-1);
    const more = last !== undefined && rows.length === ROWS_A_PAGE;
    const next = more ? JSON.stringify([last.day, last.key, last.calculator, last.status]) : null;
    return { rows, next };
  }

  /**
   * Every client and month in the file, a page at a time. All of them are checkpointed after a start, because a killed
   * process leaves months that it had yet to checkpoint.
   */
  async *clientMonths(): AsyncGenerator<readonly ClientMonth[]> {
    await this.#compact();
    for (let after: ClientMonth | undefined = { client: '', month: '' }; after !== undefined && !this.#closed; ) {
      const page: ClientMonth[] = this.#tables.clientMonths(after, ROWS_A_PAGE);
      yield page;
      after = page.at(-1);
    }
  }

  /** Removes the counters of the months before `month`, a few rows at a time. They must have been checkpointed. */
  async removeBefore(month: string): Promise<void> {
    for await (const page of this.clientMonths()) {
      const old = page.filter((held) => held.month < month);
      if (old.length > 0) await this.#inSlices((rows) => this.#tables.remove(old, rows));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#transaction(() => this.#log.compact(), []);
    this.#db.close();
  }

  /** Moves everything now in the log into the tables. */
  async #compact(): Promise<void> {
    // A running compaction may have sealed an older part.
    await this.#compacting;
    await this.#compactLog();
  }

  #compactLog(): Promise<void> {
    this.#compacting ??= this.#inSlices((rows) => {
      this.#log.seal();
      return this.#log.step(rows);
    }).finally(() => {
      this.#compacting = null;
    });
    return this.#compacting;
  }

  /**
   * Runs slices of background work until one reports the last, each in its own transaction and turn of the event loop.
   */
  async #inSlices(work: (rows: number) => boolean): Promise<void> {
    do await nextTurn();
    while (!this.#closed && this.#slices.run((rows) => this.#transaction(() => work(rows), [])));
  }

  #decide(command: Admit): AdmitAnswer {
    const state = this.#state(command.client, monthOf(command.at), dayOf(command.at));
    const { answer, changes } = decide(state, command);
    this.#write(command.client, state, changes);
    return answer;
  }

  #change<A extends { changes: Changes }>(
    client: string,
    month: string,
    days: readonly string[],
    decide: (state: ClientState) => A,
  ): A {
    return this.#transaction(() => {
      const state = this.#state(client, month, ...days);
      const answer = decide(state);
      this.#write(client, state, answer.changes);
      return answer;
    }, [client]);
  }

  #write(client: string, state: ClientState, changes: Changes): void {
    if (changes === NO_CHANGES) return;
    apply(state, changes);
    if (changes.clearsUsage) {
      // Rare. The log cannot hold a deletion, so the old usage moves from the log into the tables first.
      this.#log.write();
      this.#log.compact();
      this.#tables.clearUsage(client, changes.month);
    }
    this.#log.add(client, state.time, changes);
  }

  /** Runs `work` in a transaction. If it fails, the cached states of `clients` are dropped. */
  #transaction<T>(work: () => T, clients: readonly string[]): T {
    try {
      this.#begin.run();
      const result = work();
      this.#log.write();
      this.#commit.run();
      // A failure leaves the log unchanged; the next command tries again.
      if (this.#log.long) this.#compactLog().catch(() => undefined);
      return result;
    } catch (error) {
      for (const client of clients) {
        this.#clients.delete(client);
        // The command did not run, so its sequence must not count as seen.
        this.#sequences.delete(client);
      }
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      this.#log.recover();
      throw error;
    }
  }

  #state(client: string, month: string, ...days: readonly string[]): ClientState {
    let state = this.#clients.get(client);
    if (state === undefined) {
      state = {
        ...emptyClient(),
        ...this.#families(client),
        limits: this.#limits(client),
        credits: this.#credits(client),
        sequences: this.#sequences.get(client) ?? new Map(),
      };
      this.#sequences.set(client, state.sequences);
      this.#clients.set(client, state);
    }
    if (state.months.size > KEPT) state.months.clear();
    if (state.usage.size > KEPT) state.usage.clear();
    if (month !== '' && !state.months.has(month)) {
      const counter = this.#counter(client, month);
      if (counter !== null) state.months.set(month, counter);
    }
    for (const day of days) if (!state.usage.has(day)) state.usage.set(day, this.#day(client, day));
    return state;
  }

  // Reads of the file: the tables, overlaid with the log.

  #limits(client: string): Limits | null {
    return this.#logged(client, ({ limits }) => limits) ?? this.#tables.limits(client);
  }

  #credits(client: string): CreditCounter | null {
    return this.#logged(client, ({ credits }) => credits) ?? this.#tables.credits(client);
  }

  #counter(client: string, month: string): MonthCounter | null {
    return this.#logged(client, ({ months }) => months.get(month) ?? null) ?? this.#tables.month(client, month);
  }

  #logged<T>(client: string, read: (held: LoggedClient) => T | null): T | null {
    return this.#log.of(client).reduce<T | null>((older, held) => read(held) ?? older, null);
  }

  #families(client: string): Pick<ClientState, 'families' | 'time'> {
    const { families, time } = this.#tables.families(client);
    let latest = time;
    for (const held of this.#log.of(client)) {
      for (const [family, [at, counter]] of held.families) {
        families.set(family, counter);
        latest = Math.max(latest, at);
      }
    }
    return { families, time: latest };
  }

  #day(client: string, day: string): Map<string, UsageRow> {
    const rows = new Map(this.#tables.usage(client, day).map((row) => [idOf(row), row]));
    for (const held of this.#log.of(client)) for (const [id, row] of held.usage.get(day) ?? []) rows.set(id, row);
    return rows;
  }
}

function idOf({ key, calculator, status }: UsageRow): string {
  return usageId(key, calculator, status);
}
