import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { dayOf, monthOf } from '../../values/calendar.ts';
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
} from '../contract.ts';
import type { Disk } from '../journal/disk.ts';
import type { Durability } from '../journal/journal.ts';
import { giveBack, giveBackOf, returnHold } from '../model/give-back.ts';
import { load } from '../model/load.ts';
import { decide } from '../model/model.ts';
import { fence, tally, writeLimits } from '../model/records.ts';
import { counters } from '../model/state.ts';
import { rowOf } from '../model/usage-names.ts';
import { ClientsInMemory } from './clients-in-memory.ts';
import { CounterJournal, type CounterOwnership, journalFolder } from './counter-journal.ts';
import { openCounterFile } from './embedded-schema.ts';
import { type ClientMonth, CounterTables, type UsagePlace } from './embedded-tables.ts';
import { bringInOldLog } from './old-log.ts';
import { RecordedChanges } from './recorded-changes.ts';
import type { JournalLog } from './waiting-segments.ts';

/** Rows read per query. */
const ROWS_A_PAGE = 500;

/** Default memory for cached clients: about 100,000 clients with one key each. */
const CACHED_BYTES = 256 * 1024 * 1024;

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
  /** Complete segments that are brought into the tables together; default 16. */
  readonly segmentsTogether?: number;
}

const SILENT: JournalLog = { warn: () => {}, error: () => {} };

/**
 * The counter store of one machine: the model in memory, made durable by a journal whose records move into SQLite
 * tables later. All commands of one `admit` call are one record, and so are the ends of the holds of one turn, and its
 * other changes. It is written before they change anything, so a failed write changes nothing. Sequences live in memory
 * only: the files have one owner, so no command outlives the process that could repeat it.
 */
export class EmbeddedStore implements CounterStore {
  readonly #db: DatabaseSync;
  readonly #tables: CounterTables;
  readonly #journal: CounterJournal;
  readonly #clients: ClientsInMemory;
  readonly #changes: RecordedChanges;
  readonly #clock: (() => number) | undefined;
  readonly #newEpoch: () => string;
  #closed = false;

  constructor(options: EmbeddedOptions) {
    const { path, durability = 'process', log = SILENT, cachedBytes = CACHED_BYTES, newEpoch = randomUUID } = options;
    const { disk, segmentBytes, segmentsTogether } = options;
    this.#db = openCounterFile(path);
    this.#tables = new CounterTables(this.#db);
    bringInOldLog(this.#db, this.#tables);
    this.#journal = new CounterJournal({
      db: this.#db,
      tables: this.#tables,
      path,
      folder: journalFolder(path),
      durability,
      broughtIn: (last) => this.#clients.broughtIn(last),
      log,
      owner: options.owner ?? null,
      ...(disk && { disk }),
      ...(segmentBytes !== undefined && { segmentBytes }),
      ...(segmentsTogether !== undefined && { segmentsTogether }),
    });
    this.#clients = new ClientsInMemory(this.#tables, cachedBytes);
    this.#changes = new RecordedChanges(this.#journal, this.#clients, this.#tables, durability);
    this.#clock = options.clock;
    this.#newEpoch = newEpoch;
    this.#returnLeftHolds();
  }

  admit(commands: readonly Admit[], settle: Settle): void {
    const answers: AdmitAnswer[] = [];
    let number: number;
    try {
      const decisions = commands.map((command) => {
        const held = this.#clients.get(command.client, monthOf(command.at), dayOf(command.at));
        for (const { once } of command.items)
          if (once !== undefined) this.#clients.readKey(held, command.client, once.key);
        const { answer, changes } = decide(held.state, command, this.#clock?.());
        answers.push(answer);
        return { held, client: command.client, changes };
      });
      number = this.#changes.write(decisions);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      for (const index of commands.keys()) settle(index, failure);
      return;
    }
    this.#changes.whenDurable(number, (error) => {
      answers.forEach((answer, index) => {
        settle(index, error ?? answer);
      });
    });
  }

  async giveBack(command: GiveBack): Promise<'returned' | 'gone' | 'duplicate'> {
    const { client, month, day, once } = command;
    return (await this.#changes.change(client, month, [day], (state) => giveBack(state, command), once)).answer;
  }

  keep(command: Keep): Promise<'kept' | 'counted' | 'gone'> {
    return this.#changes.keep(command);
  }

  /** The owner of the files ends every hold. Those of a killed owner have returned when the next one starts. */
  async returnHolds(): Promise<readonly GiveBack[]> {
    return [];
  }

  async fence(client: string, process: string, sequence: number): Promise<number> {
    return (await this.#changes.change(client, '', [], (state) => fence(state, process, sequence))).last;
  }

  async writeLimits(client: string, limits: Limits): Promise<void> {
    await this.#changes.change(client, '', [], (state) => ({ changes: writeLimits(state, limits) }));
  }

  async load(client: string, month: string, checkpoint: Checkpoint): Promise<Loaded> {
    const { watermark, restored } = await this.#changes.change(client, month, [], (state) =>
      load(state, month, checkpoint, this.#newEpoch),
    );
    return { watermark, restored };
  }

  async tally(client: string, month: string, rows: readonly UsageRow[]): Promise<'tallied' | 'gone'> {
    const days = rows.map(({ day }) => day);
    return (await this.#changes.change(client, month, days, (state) => tally(state, month, rows))).answer;
  }

  async counters(client: string, month: string): Promise<MonthCounters | null> {
    return counters(this.#clients.get(client, month).state, client, month);
  }

  async usage({ client, month, epoch }: UsageEpoch, names: readonly UsageName[]): Promise<readonly UsageRow[] | null> {
    const { state } = this.#clients.get(client, month, ...new Set(names.map(({ day }) => day)));
    if (state.months.get(month)?.epoch !== epoch) return null;
    return names.flatMap((name) => rowOf(state.usage.get(name.day), name) ?? []);
  }

  async usagePage({ client, month, epoch }: UsageEpoch, cursor: string | null): Promise<UsagePage | null> {
    // Pages come from the tables only. Calls counted after the first page need not appear.
    const held = this.#clients.get(client, month);
    if (cursor === null && this.#clients.isAhead(held)) await this.#journal.flush();
    if (this.#clients.get(client, month).state.months.get(month)?.epoch !== epoch) return null;
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
    this.#changes.flush();
    await this.#journal.close();
    this.#db.close();
  }

  /** Returns the units of forwarded calls that a killed process left: they were never answered. */
  #returnLeftHolds(): void {
    for (const { client, name, hold } of this.#tables.holds()) {
      if (hold.returned) continue;
      const command = giveBackOf(client, name, hold);
      const held = this.#clients.get(client, hold.month, hold.day);
      if (hold.once !== null) this.#clients.readKey(held, client, hold.once.key);
      const { changes } = returnHold(held.state, command, Number.POSITIVE_INFINITY);
      this.#changes.write([{ held, client, changes: { ...changes, holds: new Map([[name, null]]) } }]);
    }
  }
}
