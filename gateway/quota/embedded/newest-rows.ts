import type { Hold, KeyRecord } from '../model/holds.ts';
import { SmallMap } from '../model/small-map.ts';
import type { CounterTables, Values } from './embedded-tables.ts';
import type { HeldValues, JournalEntry } from './journal-entry.ts';

/** A hold or a key; `null` if it was removed. */
type Held<V> = readonly [client: string, name: string, value: V | null];

/** Rows of one client and day, by the rest of their name. */
type DayRows = SmallMap<Values>;

/** The newest values of every row that some journal entries change. */
export class NewestRows {
  readonly #limits = new Map<string, Values>();
  readonly #credits = new Map<string, Values>();
  readonly #months = new Map<string, Values>();
  readonly #families = new Map<string, Values>();
  /** By client, then by day. */
  readonly #usage = new Map<string, SmallMap<DayRows>>();
  readonly #holds = new Map<string, Held<Hold>>();
  readonly #keys = new Map<string, Held<KeyRecord>>();
  readonly #windows = new Map<string, Values>();
  readonly #cleared = new Map<string, readonly [client: string, month: string]>();

  /** About the number of clients with values: those that counted, and none twice within a month. */
  get clients(): number {
    return this.#months.size;
  }

  take([client, time, month, counter, credits, limits, families, usage, clearsUsage, held]: JournalEntry): void {
    if (clearsUsage === 1) this.#clear(client, month);
    if (limits !== null) {
      const { version, quota, burst, mode, granted, ceiling } = limits;
      this.#limits.set(client, [client, version, quota, burst?.q ?? null, burst?.w ?? null, mode, granted, ceiling]);
    }
    if (credits !== null) this.#credits.set(client, [client, ...credits]);
    if (counter !== null) {
      const [epoch, base, admitted, returned] = counter;
      this.#months.set(`${client}\n${month}`, [client, month, epoch, ...base, ...admitted, ...returned]);
    }
    for (const [family, tat, of, units] of families) {
      this.#families.set(`${client}\n${family}`, [client, family, tat, time, of, units]);
    }
    for (const row of usage) {
      const [day, key, calculator, status] = row;
      this.#rowsOf(client, day).set(`${key}\n${calculator}\n${status}`, [client, ...row]);
    }
    if (held !== undefined) this.#takeHeld(client, held);
  }

  /**
   * Writes the values. Needs a transaction. Clients are written in the order of the tables' keys, so that neighbours
   * share a page and each page is read and written once.
   *
   * @param rest called after each row
   */
  writeTo(tables: CounterTables, rest = (): void => {}): void {
    for (const [client, month] of this.#cleared.values()) tables.clearUsage(client, month);
    const writeAll = <V>(rows: ReadonlyMap<string, V>, write: (row: V) => void): void => {
      for (const row of inOrder(rows)) {
        write(row);
        rest();
      }
    };
    writeAll(this.#limits, (values) => tables.writeLimits(values));
    writeAll(this.#credits, (values) => tables.writeCredits(values));
    writeAll(this.#months, (values) => tables.writeMonth(values));
    writeAll(this.#families, (values) => tables.writeFamily(values));
    writeAll(this.#holds, ([client, name, hold]) => tables.writeHold(client, name, hold));
    writeAll(this.#keys, ([client, key, record]) => tables.writeKey(client, key, record));
    writeAll(this.#windows, (values) => tables.writeKeyWindow(values));
    writeAll(this.#usage, (days) => {
      for (const rows of days.values()) for (const values of rows.values()) tables.writeUsage(values);
    });
  }

  #rowsOf(client: string, day: string): DayRows {
    let days = this.#usage.get(client);
    if (days === undefined) {
      days = new SmallMap();
      this.#usage.set(client, days);
    }
    let rows = days.get(day);
    if (rows === undefined) {
      rows = new SmallMap();
      days.set(day, rows);
    }
    return rows;
  }

  #takeHeld(client: string, { holds, keys, window }: HeldValues): void {
    for (const [name, hold] of holds) {
      const place = `${client}\n${name}`;
      // A hold that these entries also made was never in the tables. One that had returned may have been.
      const isNew = this.#holds.get(place)?.[2]?.returned === false;
      if (hold === null && isNew) this.#holds.delete(place);
      else this.#holds.set(place, [client, name, hold]);
    }
    for (const [key, record] of keys) this.#keys.set(`${client}\n${key}`, [client, key, record]);
    if (window !== null) this.#windows.set(client, [client, window.since, window.count]);
  }

  #clear(client: string, month: string): void {
    this.#cleared.set(`${client}\n${month}`, [client, month]);
    const days = this.#usage.get(client);
    for (const day of days?.keys() ?? []) if (day.startsWith(month)) days?.delete(day);
  }
}

function inOrder<V>(rows: ReadonlyMap<string, V>): V[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, values]) => values);
}
