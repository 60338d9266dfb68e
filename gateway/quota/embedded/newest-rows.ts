import type { CounterTables, Values } from './embedded-tables.ts';
import type { JournalEntry } from './journal-entry.ts';

/** The newest values of every row that some journal entries change. */
export class NewestRows {
  readonly #limits = new Map<string, Values>();
  readonly #credits = new Map<string, Values>();
  readonly #months = new Map<string, Values>();
  readonly #families = new Map<string, Values>();
  /** By client and day, then by the rest of the name. */
  readonly #usage = new Map<string, Map<string, Values>>();
  readonly #cleared = new Map<string, readonly [client: string, month: string]>();

  take([client, time, month, counter, credits, limits, families, usage, clearsUsage]: JournalEntry): void {
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
      const id = `${client}\n${day}`;
      let rows = this.#usage.get(id);
      if (rows === undefined) {
        rows = new Map();
        this.#usage.set(id, rows);
      }
      rows.set(`${key}\n${calculator}\n${status}`, [client, ...row]);
    }
  }

  /** Writes the values. Needs a transaction. */
  writeTo(tables: CounterTables): void {
    for (const [client, month] of this.#cleared.values()) tables.clearUsage(client, month);
    for (const values of this.#limits.values()) tables.writeLimits(values);
    for (const values of this.#credits.values()) tables.writeCredits(values);
    for (const values of this.#months.values()) tables.writeMonth(values);
    for (const values of this.#families.values()) tables.writeFamily(values);
    for (const rows of this.#usage.values()) for (const values of rows.values()) tables.writeUsage(values);
  }

  #clear(client: string, month: string): void {
    this.#cleared.set(`${client}\n${month}`, [client, month]);
    for (const id of this.#usage.keys()) if (id.startsWith(`${client}\n${month}`)) this.#usage.delete(id);
  }
}
