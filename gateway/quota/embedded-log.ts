import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CreditCounter, FamilyCounter, Limits, MonthCounter, UsageRow } from './contract.ts';
import type { CounterTables } from './embedded-tables.ts';
import { text } from './embedded-values.ts';
import { type Changes, usageId } from './state.ts';

/** What one command changed of a client, as it stands in the log. */
type Entry = readonly [
  client: string,
  time: number,
  month: string,
  counter: MonthCounter | null,
  credits: CreditCounter | null,
  limits: Limits | null,
  families: readonly (readonly [string, FamilyCounter])[],
  usage: readonly UsageRow[],
];

/** Length of the log at which its entries are brought into the tables. */
const LONGEST_LOG = 4_000_000;

/**
 * The log of the counter file: a transaction appends one row with everything that it changed, instead of one row in
 * each of three tables for every client in it. With many clients that is a few pages to write and sync instead of
 * hundreds. Entries are absolute values; from time to time the newest of each row go into the tables and the log is
 * emptied. After a crash the log is read from its beginning, which ends at the same values.
 */
export class CounterLog {
  readonly #tables: CounterTables;
  readonly #append: StatementSync;
  readonly #read: StatementSync;
  readonly #clear: StatementSync;
  /** Entries of the transaction under way. */
  #entries: Entry[] = [];
  #length = 0;
  #clients = new Set<string>();
  #limits = new Map<string, Limits>();
  #credits = new Map<string, CreditCounter>();
  #months = new Map<string, readonly [client: string, month: string, counter: MonthCounter]>();
  #families = new Map<string, readonly [client: string, time: number, family: string, counter: FamilyCounter]>();
  #usage = new Map<string, readonly [client: string, row: UsageRow]>();

  constructor(db: DatabaseSync, tables: CounterTables) {
    this.#tables = tables;
    this.#append = db.prepare('INSERT INTO log (entries) VALUES (?)');
    this.#read = db.prepare('SELECT entries FROM log ORDER BY sequence');
    this.#clear = db.prepare('DELETE FROM log');
  }

  /** Whether the log holds anything of the client that its tables do not. */
  holds(client: string): boolean {
    return this.#clients.has(client);
  }

  /** Takes what a command of the transaction under way has changed. A probe or a refusal changes nothing and writes nothing. */
  add(client: string, time: number, changes: Changes): void {
    const { month, counter, credits, limits, families, usage } = changes;
    const isEmpty =
      counter === null && credits === null && limits === null && families.size === 0 && usage.length === 0;
    if (isEmpty) return;
    this.#entries.push([client, time, month, counter, credits, limits, [...families], usage]);
  }

  /** Writes the entries of the transaction, which the caller commits. */
  write(): void {
    if (this.#entries.length === 0) return;
    const entries = JSON.stringify(this.#entries);
    this.#append.run(entries);
    this.#length += entries.length;
    for (const entry of this.#entries) this.#remember(entry);
    this.#entries = [];
  }

  /** Whether it is time to bring the log into the tables. */
  get long(): boolean {
    return this.#length >= LONGEST_LOG;
  }

  /** Brings the newest values into the tables and empties the log. Belongs into a transaction. */
  compact(): void {
    for (const [client, limits] of this.#limits) this.#tables.writeLimits(client, limits);
    for (const [client, credits] of this.#credits) this.#tables.writeCredits(client, credits);
    for (const row of this.#months.values()) this.#tables.writeMonth(...row);
    for (const row of this.#families.values()) this.#tables.writeFamily(...row);
    for (const row of this.#usage.values()) this.#tables.writeUsage(...row);
    this.#clear.run();
    this.#forget();
  }

  /** Reads the log anew: at the start, and after a transaction that failed. */
  recover(): void {
    this.#entries = [];
    this.#forget();
    for (const row of this.#read.all()) {
      const entries = text(row, 'entries');
      this.#length += entries.length;
      for (const entry of JSON.parse(entries) as Entry[]) this.#remember(entry);
    }
  }

  #remember([client, time, month, counter, credits, limits, families, usage]: Entry): void {
    this.#clients.add(client);
    if (limits !== null) this.#limits.set(client, limits);
    if (credits !== null) this.#credits.set(client, credits);
    if (counter !== null) this.#months.set(`${client}\n${month}`, [client, month, counter]);
    for (const [family, held] of families) this.#families.set(`${client}\n${family}`, [client, time, family, held]);
    for (const row of usage) {
      this.#usage.set(`${client}\n${row.day}\n${usageId(row.key, row.calculator, row.status)}`, [client, row]);
    }
  }

  #forget(): void {
    this.#length = 0;
    this.#clients = new Set();
    this.#limits = new Map();
    this.#credits = new Map();
    this.#months = new Map();
    this.#families = new Map();
    this.#usage = new Map();
  }
}
