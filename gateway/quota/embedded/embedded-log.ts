import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CreditCounter, FamilyCounter, Limits, MonthCounter, UsageRow } from '../contract.ts';
import type { Changes } from '../model/state.ts';
import type { CounterTables } from './embedded-tables.ts';
import { integer, text } from './embedded-values.ts';
import { type LoggedClient, LoggedRows } from './logged-rows.ts';

/** What one command changed of a client, as it stands in the log. */
export type LogEntry = readonly [
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

/** A part of the log that is on its way into the tables. */
interface Sealed {
  readonly rows: LoggedRows;
  /** The last row of the log that belongs to it. */
  readonly last: number;
  readonly writing: Iterator<void>;
  written: boolean;
}

/**
 * The log of the counter file: a transaction appends one row with everything that it changed, instead of one row in
 * each of three tables for every client in it. With many clients that is a few pages to write and sync instead of
 * hundreds. Entries are absolute values.
 *
 * When the log is long it is *sealed*: the values that came so far go into the tables a few rows at a time, while later
 * transactions go on appending, and then their part leaves the log. The newest value of a row is in the open part, else in
 * the sealed part, else in the tables. After a crash the log is read from its beginning, which ends at the same values
 * wherever the crash came: the tables are never ahead of what the log says of a row last.
 */
export class CounterLog {
  readonly #tables: CounterTables;
  readonly #append: StatementSync;
  readonly #read: StatementSync;
  readonly #remove: StatementSync;
  /** Entries of the transaction under way. */
  #entries: LogEntry[] = [];
  /** The number of the last row. It never goes back in one process: a row is of the sealed part by its number. */
  #last = 0;
  #open = new LoggedRows();
  #sealed: Sealed | null = null;

  constructor(db: DatabaseSync, tables: CounterTables) {
    this.#tables = tables;
    this.#append = db.prepare('INSERT INTO log (sequence, entries) VALUES (?, ?)');
    this.#read = db.prepare('SELECT sequence, entries FROM log ORDER BY sequence');
    this.#remove = db.prepare(
      'DELETE FROM log WHERE sequence IN (SELECT sequence FROM log WHERE sequence <= ? ORDER BY sequence LIMIT ?)',
    );
  }

  /** What the log holds of a client that the tables may not: the older part first. */
  of(client: string): LoggedClient[] {
    return [this.#sealed?.rows.of(client), this.#open.of(client)].filter((held) => held !== undefined);
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
    this.#last += 1;
    this.#append.run(this.#last, entries);
    this.#open.length += entries.length;
    for (const entry of this.#entries) this.#open.take(entry);
    this.#entries = [];
  }

  /** Whether it is time to seal the log. */
  get long(): boolean {
    return this.#open.length >= LONGEST_LOG;
  }

  /** Seals what the log holds by now, unless an earlier part is still on its way. */
  seal(): void {
    if (this.#sealed !== null || this.#open.length === 0) return;
    const rows = this.#open;
    this.#sealed = { rows, last: this.#last, writing: rows.writeTo(this.#tables), written: false };
    this.#open = new LoggedRows();
  }

  /**
   * Brings about `rows` rows of the sealed part into the tables, or removes as many rows of the log. Belongs into a
   * transaction of its own; when that fails, `recover`.
   *
   * @returns whether something is left to do
   */
  step(rows: number): boolean {
    const sealed = this.#sealed;
    if (sealed === null) return false;
    for (let row = 0; row < rows && !sealed.written; row += 1) sealed.written = sealed.writing.next().done === true;
    if (!sealed.written) return true;
    if (this.#remove.run(sealed.last, rows).changes === rows) return true;
    this.#sealed = null;
    return false;
  }

  /** Brings everything into the tables without a break. Belongs into a transaction. */
  compact(): void {
    for (let part = 0; part < 2; part += 1) {
      this.seal();
      while (this.step(Number.MAX_SAFE_INTEGER));
    }
  }

  /** Reads the log anew: at the start, and after a transaction that failed. */
  recover(): void {
    this.#entries = [];
    this.#open = new LoggedRows();
    this.#sealed = null;
    for (const row of this.#read.all()) {
      this.#last = Math.max(this.#last, integer(row, 'sequence'));
      const entries = text(row, 'entries');
      this.#open.length += entries.length;
      for (const entry of JSON.parse(entries) as LogEntry[]) this.#open.take(entry);
    }
  }
}
