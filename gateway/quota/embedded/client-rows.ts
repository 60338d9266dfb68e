import type { Hold, KeyRecord } from '../model/holds.ts';
import { SmallMap } from '../model/small-map.ts';
import type { CounterTables, Values } from './embedded-tables.ts';
import type { HeldValues, JournalEntry } from './journal-entry.ts';

/** The newest values of every row of a client that some journal entries change. */
export class ClientRows {
  readonly client: string;
  #limits: Values | null = null;
  #credits: Values | null = null;
  #window: Values | null = null;
  readonly #months = new SmallMap<Values>();
  readonly #families = new SmallMap<Values>();
  /** By the rest of their name, which begins with the day. */
  readonly #usage = new SmallMap<Values>();
  readonly #holds = new SmallMap<Hold | null>();
  readonly #keys = new SmallMap<KeyRecord | null>();
  /** Months whose usage rows are removed first. */
  readonly #cleared = new Set<string>();

  constructor(client: string) {
    this.client = client;
  }

  /** Takes the entries of the client in the order of the journal. */
  take([, time, month, counter, credits, limits, families, usage, clearsUsage, held]: JournalEntry): void {
    const client = this.client;
    if (clearsUsage === 1) this.#clear(month);
    if (limits !== null) {
      const { version, quota, burst, mode, granted, ceiling } = limits;
      this.#limits = [client, version, quota, burst?.q ?? null, burst?.w ?? null, mode, granted, ceiling];
    }
    if (credits !== null) this.#credits = [client, ...credits];
    if (counter !== null) {
      const [epoch, base, admitted, returned] = counter;
      this.#months.set(month, [client, month, epoch, ...base, ...admitted, ...returned]);
    }
    for (const [family, tat, of, units] of families) this.#families.set(family, [client, family, tat, time, of, units]);
    for (const row of usage) {
      const [day, key, calculator, status] = row;
      this.#usage.set(`${day}\n${key}\n${calculator}\n${status}`, [client, ...row]);
    }
    if (held !== undefined) this.#takeHeld(held);
  }

  /**
   * Writes the rows. Needs a transaction.
   *
   * @param rest called after each usage row, of which there may be thousands
   */
  writeTo(tables: CounterTables, rest = (): void => {}): void {
    const client = this.client;
    for (const month of this.#cleared) tables.clearUsage(client, month);
    if (this.#limits !== null) tables.writeLimits(this.#limits);
    if (this.#credits !== null) tables.writeCredits(this.#credits);
    for (const values of this.#months.values()) tables.writeMonth(values);
    for (const values of this.#families.values()) tables.writeFamily(values);
    for (const [name, hold] of this.#holds) tables.writeHold(client, name, hold);
    for (const [key, record] of this.#keys) tables.writeKey(client, key, record);
    if (this.#window !== null) tables.writeKeyWindow(this.#window);
    for (const values of this.#usage.values()) {
      tables.writeUsage(values);
      rest();
    }
  }

  #takeHeld({ holds, keys, window }: HeldValues): void {
    for (const [name, hold] of holds) {
      // A hold that these entries also made was never in the tables. One that had returned may have been.
      const isNew = this.#holds.get(name)?.returned === false;
      if (hold === null && isNew) this.#holds.delete(name);
      else this.#holds.set(name, hold);
    }
    for (const [key, record] of keys) this.#keys.set(key, record);
    if (window !== null) this.#window = [this.client, window.since, window.count];
  }

  #clear(month: string): void {
    this.#cleared.add(month);
    for (const name of [...this.#usage.keys()]) if (name.startsWith(month)) this.#usage.delete(name);
  }
}
