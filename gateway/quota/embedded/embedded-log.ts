import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CreditCounter, FamilyCounter, Limits, MonthCounter, UsageRow } from '../contract.ts';
import type { Changes } from '../model/state.ts';
import type { CounterTables } from './embedded-tables.ts';
import { integer, text } from './embedded-values.ts';
import { type LoggedClient, LoggedRows } from './logged-rows.ts';

/** The changes of one command to one client. */
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

/** Characters in the log that start a compaction. */
const LONGEST_LOG = 4_000_000;

/** A part of the log that is being moved into the tables. */
interface Sealed {
  readonly rows: LoggedRows;
  /** Sequence of the part's last row in the log. */
  readonly last: number;
  readonly writing: Iterator<void>;
  written: boolean;
}

/**
 * The log of the counter file. A transaction appends one row with all its changes, instead of a row in each of three
 * tables for every client. With many clients that writes and syncs a few pages instead of hundreds. Entries hold
 * absolute values.
 *
 * A long log is *sealed*: its values move into the tables a few rows at a time, while later transactions append to a
 * new part, and then its rows are deleted. The newest value of a row is in the open part, else in the sealed part, else
 * in the tables. Recovery reads the whole log and reaches the same values after a crash at any point, because the
 * tables are never ahead of the log.
 */
export class CounterLog {
  readonly #tables: CounterTables;
  readonly #append: StatementSync;
  readonly #read: StatementSync;
  readonly #remove: StatementSync;
  /** Entries of the current transaction. */
  #entries: LogEntry[] = [];
  /** Sequence of the last row. It never falls within a process: it tells which rows belong to the sealed part. */
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

  /** The values of a client that the tables may lack, the older part first. */
  of(client: string): LoggedClient[] {
    return [this.#sealed?.rows.of(client), this.#open.of(client)].filter((held) => held !== undefined);
  }

  /** Adds the changes of a command to the current transaction. Probes and refusals change nothing and write nothing. */
  add(client: string, time: number, changes: Changes): void {
    const { month, counter, credits, limits, families, usage } = changes;
    const isEmpty =
      counter === null && credits === null && limits === null && families.size === 0 && usage.length === 0;
    if (isEmpty) return;
    this.#entries.push([client, time, month, counter, credits, limits, [...families], usage]);
  }

  /** Writes the entries of the current transaction; the caller commits it. */
  write(): void {
    if (this.#entries.length === 0) return;
    const entries = JSON.stringify(this.#entries);
    this.#last += 1;
    this.#append.run(this.#last, entries);
    this.#open.length += entries.length;
    for (const entry of this.#entries) this.#open.take(entry);
    this.#entries = [];
  }

  /** Whether the log should be sealed. */
  get long(): boolean {
    return this.#open.length >= LONGEST_LOG;
  }

  /** Seals the open part, unless an earlier part is still being moved. */
  seal(): void {
    if (this.#sealed !== null || this.#open.length === 0) return;
    const rows = this.#open;
    this.#sealed = { rows, last: this.#last, writing: rows.writeTo(this.#tables), written: false };
    this.#open = new LoggedRows();
  }

  /**
   * Moves about `rows` rows of the sealed part into the tables, or deletes that many rows of the log. Needs its own
   * transaction; if that fails, call `recover`.
   *
   * @returns whether work remains
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

  /** Moves the whole log into the tables at once. Needs a transaction. */
  compact(): void {
    for (let part = 0; part < 2; part += 1) {
      this.seal();
      while (this.step(Number.MAX_SAFE_INTEGER));
    }
  }

  /** Rebuilds the values from the log: at start-up and after a failed transaction. */
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
