import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { dayOf, monthOf } from '../../values/calendar.ts';
import { BoundedMap } from '../bounded-map.ts';
import type {
  Admit,
  AdmitAnswer,
  Checkpoint,
  CounterStore,
  GiveBack,
  Item,
  Keep,
  Limits,
  Loaded,
  MonthCounters,
  Settle,
  UsageEpoch,
  UsageName,
  UsagePage,
  UsageRow,
} from '../contract.ts';
import type { Disk } from '../journal/disk.ts';
import type { Durability } from '../journal/journal.ts';
import { giveBack, giveBackOf, returnHold } from '../model/give-back.ts';
import { keep } from '../model/holds.ts';
import { load } from '../model/load.ts';
import { decide } from '../model/model.ts';
import { fence, tally, writeLimits } from '../model/records.ts';
import { apply, type Changes, type ClientState, counters, emptyClient, usageId } from '../model/state.ts';
import { rowOf } from '../model/usage-names.ts';
import { CounterJournal, type CounterOwnership, type JournalLog, journalFolder } from './counter-journal.ts';
import { openCounterFile } from './embedded-schema.ts';
import { type ClientMonth, CounterTables, type UsagePlace } from './embedded-tables.ts';
import { type JournalEntry, journalEntry } from './journal-entry.ts';
import { bringInOldLog } from './old-log.ts';

/** Rows read per query. */
const ROWS_A_PAGE = 500;

/** Clients that are looked at in one turn of the event loop: about a millisecond's work. */
const CLIENTS_A_TURN = 1_000;

/** Days and months kept per cached client; older ones are read from the tables again. */
const KEPT = 4;

/** Idempotency keys kept per cached client. */
const KEPT_KEYS = 256;

export interface EmbeddedOptions {
  /** Path of `counters.sqlite`. Exactly one process owns it and the folder of its journal beside it. */
  readonly path: string;
  /** Default `process`. */
  readonly durability?: Durability;
  readonly log?: JournalLog;
  /** The start that owns the files. Without it, nothing ties them to records. */
  readonly owner?: CounterOwnership;
  /** Memory for cached clients in bytes; default {@link CACHED_BYTES}. */
  readonly cachedBytes?: number;
  /** The clock of the store, in milliseconds since 1970; default the time of each command. */
  readonly clock?: () => number;
  /** Generates the name of an epoch; default a random UUID. */
  readonly newEpoch?: () => string;
  readonly disk?: Disk;
  readonly segmentBytes?: number;
}

/** Default memory for cached clients: about 100,000 clients with one key each. */
const CACHED_BYTES = 256 * 1024 * 1024;

/** Clients that left the memory and whose sequences are remembered. */
const SEQUENCES_KEPT = 10_000;

/** A client in memory. */
interface Held {
  readonly state: ClientState;
  /** The size for which the cache counts the client. */
  bytes: number;
  /** Number of the last record that changed the client; 0 if the tables hold everything. */
  last: number;
  /** The same for each of its months and days in memory that was changed. */
  readonly changed: Map<string, number>;
  /** Whether the tables may hold something of the client that is not in memory. */
  stored: boolean;
  /** Number of the record that removed a month's usage rows. Until it is in the tables, their rows do not count. */
  cleared: Map<string, number> | null;
}

/** What one command does to one client. */
interface Decision {
  readonly held: Held;
  readonly client: string;
  readonly changes: Changes;
}

const SILENT: JournalLog = { warn: () => {}, error: () => {} };

/**
 * The counter store of one machine: the model in memory, made durable by a journal whose records move into SQLite
 * tables later. All commands of one `admit` call are one record. It is written before they change anything, so a failed
 * write changes nothing. A client leaves the memory only after its last record has reached the tables. Sequences live
 * in memory only: the files have one owner, so no command outlives the process that could repeat it.
 */
export class EmbeddedStore implements CounterStore {
  readonly #db: DatabaseSync;
  readonly #tables: CounterTables;
  readonly #journal: CounterJournal;
  readonly #durability: Durability;
  readonly #clients: LRUCache<string, Held>;
  /** Clients whose last record is not in the tables. */
  readonly #ahead = new Map<string, Held>();
  /** Kept when a client leaves the memory, because the file does not hold sequences. */
  readonly #sequences: BoundedMap<string, Map<string, number>>;
  /** The records up to this number are in the tables. */
  #inTables: number;
  #sweeping: Promise<void> | null = null;
  readonly #clock: (() => number) | undefined;
  readonly #newEpoch: () => string;
  #closed = false;

  constructor(options: EmbeddedOptions) {
    const { path, durability = 'process', log = SILENT, cachedBytes = CACHED_BYTES, newEpoch = randomUUID } = options;
    const { disk, segmentBytes } = options;
    this.#db = openCounterFile(path);
    this.#tables = new CounterTables(this.#db);
    bringInOldLog(this.#db, this.#tables);
    this.#journal = new CounterJournal({
      db: this.#db,
      tables: this.#tables,
      path,
      folder: journalFolder(path),
      durability,
      broughtIn: (last) => this.#broughtIn(last),
      log,
      owner: options.owner ?? null,
      ...(disk && { disk }),
      ...(segmentBytes !== undefined && { segmentBytes }),
    });
    this.#inTables = this.#tables.lastRecord();
    this.#durability = durability;
    this.#sequences = new BoundedMap(SEQUENCES_KEPT);
    this.#clients = new LRUCache({
      maxSize: cachedBytes,
      sizeCalculation: (held) => {
        held.bytes = bytesOf(held.state);
        return held.bytes;
      },
      dispose: ({ state }, client, reason) => {
        if (reason !== 'delete') this.#sequences.set(client, state.sequences);
      },
    });
    this.#clock = options.clock;
    this.#newEpoch = newEpoch;
    this.#returnLeftHolds();
  }

  admit(commands: readonly Admit[], settle: Settle): void {
    const answers: AdmitAnswer[] = [];
    let number: number;
    try {
      const decisions = commands.map((command) => {
        const held = this.#held(command.client, monthOf(command.at), dayOf(command.at));
        for (const { once } of command.items) if (once !== undefined) this.#readKey(held, command.client, once.key);
        const { answer, changes } = decide(held.state, command, this.#clock?.());
        answers.push(answer);
        return { held, client: command.client, changes };
      });
      number = this.#write(decisions);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      for (const index of commands.keys()) settle(index, failure);
      return;
    }
    this.#whenDurable(number, (error) => {
      answers.forEach((answer, index) => {
        settle(index, error ?? answer);
      });
    });
  }

  async giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    const { client, month, day, once } = command;
    return (await this.#change(client, month, [day], (state) => giveBack(state, command), once)).answer;
  }

  async keep(command: Keep): Promise<'kept' | 'counted' | 'gone'> {
    const { client, month, day, once } = command;
    return (await this.#change(client, month, [day], (state) => keep(state, command), once)).answer;
  }

  /** The owner of the files ends every hold. Those of a killed owner have returned when the next one starts. */
  async returnHolds(): Promise<readonly GiveBack[]> {
    return [];
  }

  async fence(client: string, process: string, sequence: number): Promise<number> {
    return (await this.#change(client, '', [], (state) => fence(state, process, sequence))).last;
  }

  async writeLimits(client: string, limits: Limits): Promise<void> {
    await this.#change(client, '', [], (state) => ({ changes: writeLimits(state, limits) }));
  }

  async load(client: string, month: string, checkpoint: Checkpoint): Promise<Loaded> {
    const { watermark, restored } = await this.#change(client, month, [], (state) =>
      load(state, month, checkpoint, this.#newEpoch),
    );
    return { watermark, restored };
  }

  async tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    const days = rows.map(({ day }) => day);
    return (await this.#change(client, month, days, (state) => tally(state, month, rows))).answer;
  }

  async counters(client: string, month: string): Promise<MonthCounters | null> {
    return counters(this.#held(client, month).state, client, month);
  }

  async usage({ client, month, epoch }: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null> {
    const { state } = this.#held(client, month, ...new Set(names.map(({ day }) => day)));
    if (state.months.get(month)?.epoch !== epoch) return null;
    return names.flatMap((name) => rowOf(state.usage.get(name.day), name) ?? []);
  }

  async usagePage({ client, month, epoch }: UsageEpoch, cursor: string | null): Promise<UsagePage | null> {
    // Pages come from the tables only. Calls counted after the first page need not appear.
    if (cursor === null && this.#ahead.has(client)) await this.#journal.flush();
    if (this.#held(client, month).state.months.get(month)?.epoch !== epoch) return null;
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
    await this.#journal.flush();
    for (let after: ClientMonth | undefined = { client: '', month: '' }; after !== undefined && !this.#closed; ) {
      const page: ClientMonth[] = this.#tables.clientMonths(after, ROWS_A_PAGE);
      yield page;
      after = page.at(-1);
    }
  }

  /** Removes the counters of the months before `month`. They must have been checkpointed. */
  async removeBefore(month: string): Promise<void> {
    for await (const page of this.clientMonths()) {
      const old = page.filter((held) => held.month < month);
      if (old.length > 0) await this.#journal.remove(old);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#journal.close();
    this.#db.close();
  }

  /** Decides, writes and applies one command, and answers once it is durable. */
  #change<A extends { changes: Changes }>(
    client: string,
    month: string,
    days: readonly string[],
    decideOn: (state: ClientState) => A,
    once?: Item['once'],
  ): Promise<A> {
    return new Promise((resolve, reject) => {
      const held = this.#held(client, month, ...days);
      if (once !== undefined) this.#readKey(held, client, once.key);
      const answer = decideOn(held.state);
      const number = this.#write([{ held, client, changes: answer.changes }]);
      this.#whenDurable(number, (error) => (error === null ? resolve(answer) : reject(error)));
    });
  }

  /**
   * Writes a record of all changes, then applies them.
   *
   * @returns the number of the record; 0 if none was needed
   */
  #write(decisions: readonly Decision[]): number {
    const entries: JournalEntry[] = [];
    for (const { client, changes } of decisions) {
      const entry = journalEntry(client, changes);
      if (entry !== null) entries.push(entry);
    }
    const number = entries.length === 0 ? 0 : this.#journal.append(entries);
    for (const { held, client, changes } of decisions) {
      apply(held.state, changes);
      if (number > 0) this.#markAhead(held, client, changes, number);
    }
    return number;
  }

  /** Returns the units of forwarded calls that a killed process left: they were never answered. */
  #returnLeftHolds(): void {
    for (const { client, name, hold } of this.#tables.holds()) {
      if (hold.returned) continue;
      const command = giveBackOf(client, name, hold);
      const held = this.#held(client, hold.month, hold.day);
      if (hold.once !== null) this.#readKey(held, client, hold.once.key);
      const { changes } = returnHold(held.state, command, Number.POSITIVE_INFINITY);
      this.#write([{ held, client, changes: { ...changes, holds: new Map([[name, null]]) } }]);
    }
  }

  #markAhead(held: Held, client: string, changes: Changes, number: number): void {
    const { month, counter, usage, clearsUsage, keys } = changes;
    if (held.last <= this.#inTables) this.#ahead.set(client, held);
    held.last = number;
    if (clearsUsage) {
      held.cleared ??= new Map();
      held.cleared.set(month, number);
    }
    if (counter !== null) held.changed.set(month, number);
    for (const { day } of usage) held.changed.set(day, number);
    for (const key of keys.keys()) held.changed.set(key, number);
  }

  #broughtIn(last: number): void {
    this.#inTables = last;
    this.#sweeping ??= this.#sweep().then(() => {
      this.#sweeping = null;
    });
  }

  /** Lets go of the clients whose last record is in the tables. There may be many, so this takes several turns. */
  async #sweep(): Promise<void> {
    let last: number;
    do {
      last = this.#inTables;
      let seen = 0;
      for (const [client, held] of this.#ahead) {
        if (held.last <= last) {
          this.#ahead.delete(client);
          held.changed.clear();
          held.cleared = null;
        }
        // It may have grown since it entered the cache, which asks for the size of a new entry only.
        const grown = held.bytes !== bytesOf(held.state) && this.#clients.delete(client);
        if (grown) this.#clients.set(client, held);
        seen += 1;
        if (seen % CLIENTS_A_TURN === 0) await nextTurn();
      }
    } while (last < this.#inTables);
  }

  #whenDurable(number: number, durable: (error: Error | null) => void): void {
    if (number === 0 || this.#durability === 'process') durable(null);
    else this.#journal.whenStored(number, durable);
  }

  #held(client: string, month: string, ...days: readonly string[]): Held {
    let held = this.#clients.get(client);
    if (held === undefined) {
      held = this.#ahead.get(client) ?? this.#read(client);
      this.#clients.set(client, held);
    }
    const { months, usage } = held.state;
    // Before anything is read: what this command asks for must stay until it is decided.
    if (months.size > KEPT) this.#trim(held, months);
    if (usage.size > KEPT) this.#trim(held, usage);
    if (held.state.keys.size > KEPT_KEYS) this.#trimKeys(held);
    if (!held.stored) {
      for (const day of days) if (!usage.has(day)) usage.set(day, new Map());
      return held;
    }
    if (month !== '' && !months.has(month)) {
      const counter = this.#tables.month(client, month);
      if (counter !== null) months.set(month, counter);
    }
    for (const day of days) {
      if (usage.has(day)) continue;
      const isCleared = (held.cleared?.get(day.slice(0, 7)) ?? 0) > this.#inTables;
      const rows = isCleared ? [] : this.#tables.usage(client, day);
      usage.set(day, new Map(rows.map((row) => [idOf(row), row])));
    }
    return held;
  }

  #readKey({ state, changed, stored }: Held, client: string, key: string): void {
    // The tables may still have a key that was removed.
    if (!stored || state.keys.has(key) || (changed.get(key) ?? 0) > this.#inTables) return;
    const record = this.#tables.idempotencyKey(client, key);
    if (record !== null) state.keys = new Map([...state.keys, [key, record]]);
  }

  /** Drops the idempotency keys that are in the tables. */
  #trimKeys(held: Held): void {
    const { state, changed } = held;
    held.stored = true;
    state.keys = new Map([...state.keys].filter(([key]) => (changed.get(key) ?? 0) > this.#inTables));
  }

  #read(client: string): Held {
    const sequences = this.#sequences.get(client) ?? new Map<string, number>();
    // The cache may be too small for this client; then it never leaves the cache either.
    this.#sequences.set(client, sequences);
    const limits = this.#tables.limits(client);
    const credits = this.#tables.credits(client);
    // The first load of a client writes its credits, before any call counts.
    const stored = credits !== null;
    const written = stored ? { families: this.#tables.families(client), ...this.#tables.heldOf(client) } : null;
    const state: ClientState = { ...emptyClient(), ...written, limits, credits, sequences, commands: null };
    return { state, bytes: 0, last: 0, changed: new Map(), stored, cleared: null };
  }

  /** Drops the months or days that are in the tables. */
  #trim(held: Held, kept: Map<string, unknown>): void {
    const { changed } = held;
    for (const name of kept.keys()) {
      if ((changed.get(name) ?? 0) > this.#inTables) continue;
      held.stored = true;
      kept.delete(name);
      changed.delete(name);
    }
  }
}

/** About the memory of a client's state, in bytes (measured: 2,300 with one family, one month and one usage row). */
function bytesOf({ months, families, usage, holds, keys }: ClientState): number {
  let rows = 0;
  for (const day of usage.values()) rows += day.size;
  return 1_300 + 400 * months.size + 300 * (families.size + rows + keys.size) + 600 * holds.size;
}

function idOf({ key, calculator, status }: UsageRow): string {
  return usageId(key, calculator, status);
}
