import { DatabaseSync } from 'node:sqlite';
import type { MonthCounter } from '../contract.ts';
import { firstOf, readSegment, segmentPaths } from '../journal/segments.ts';
import { journalFolder } from './counter-journal.ts';
import { CounterTables } from './embedded-tables.ts';
import { monthCounter } from './journal-entry.ts';
import { entryOf, journalLines } from './journal-lines.ts';

/** Milliseconds for which what was read of the journal is used. */
const FRESH_MS = 5_000;

/** Attempts to read a journal whose segments are brought into the tables meanwhile. */
const MOST_ATTEMPTS = 5;

/**
 * Reads the counters of a running or stopped gateway from its files, and changes nothing. It reads the tables as of one
 * instant, and above them the journal's records that they did not contain then.
 */
export class CounterReader {
  readonly #db: DatabaseSync;
  readonly #tables: CounterTables;
  readonly #folder: string;
  readonly #monotonic: () => number;
  /** By client and month. */
  #newer: ReadonlyMap<string, MonthCounter> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;

  /**
   * @param path of `counters.sqlite`
   * @param monotonic milliseconds of a clock that is never set
   */
  constructor(path: string, monotonic: () => number = () => performance.now()) {
    this.#db = new DatabaseSync(path, { readOnly: true });
    this.#tables = new CounterTables(this.#db);
    this.#folder = journalFolder(path);
    this.#monotonic = monotonic;
  }

  /** The counter of a client and month, at most five seconds old; `null` if there is none. */
  async counters(client: string, month: string): Promise<{ readonly counter: MonthCounter } | null> {
    if (this.#monotonic() >= this.#readAt + FRESH_MS) this.#read();
    const counter = this.#newer.get(nameOf(client, month)) ?? this.#tables.month(client, month);
    return counter === null ? null : { counter };
  }

  async close(): Promise<void> {
    this.#db.close();
  }

  #read(): void {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      if (this.#db.isTransaction) this.#db.exec('COMMIT');
      this.#db.exec('BEGIN');
      const newer = this.#behind(this.#tables.lastRecord());
      if (newer === null) continue;
      this.#newer = newer;
      this.#readAt = this.#monotonic();
      return;
    }
    throw new Error(`the journal in ${this.#folder} has no records where the counter file ends`);
  }

  /** The counters in the records behind `last`; `null` if some of these records have left the journal. */
  #behind(last: number): ReadonlyMap<string, MonthCounter> | null {
    const newer = new Map<string, MonthCounter>();
    let isWhole = true;
    let previous = last;
    try {
      const paths = segmentPaths(this.#folder);
      if (firstOf(paths[0] ?? '') > last + 1) return null;
      for (const path of paths) {
        const records = readSegment(path, previous, () => {
          isWhole = false;
        });
        for (const { number, payload } of records) {
          previous = number;
          for (const line of journalLines(payload)) {
            const [client, , month, counter] = entryOf(line);
            if (counter !== null) newer.set(nameOf(client, month), monthCounter(counter));
          }
        }
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      return null;
    }
    return isWhole ? newer : null;
  }
}

function nameOf(client: string, month: string): string {
  return `${client}\n${month}`;
}
