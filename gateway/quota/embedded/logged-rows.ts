import type { CreditCounter, FamilyCounter, Limits, MonthCounter, UsageRow } from '../contract.ts';
import { usageId } from '../model/state.ts';
import type { LogEntry } from './embedded-log.ts';
import type { CounterTables } from './embedded-tables.ts';

/** The newest values of one client in a part of the log. */
export interface LoggedClient {
  limits: Limits | null;
  credits: CreditCounter | null;
  readonly months: Map<string, MonthCounter>;
  /** Families of keys, with the client's time when each counter was written. */
  readonly families: Map<string, readonly [time: number, counter: FamilyCounter]>;
  /** By day, then by {@link usageId}. */
  readonly usage: Map<string, Map<string, UsageRow>>;
}

/** The newest values of all rows in a part of the log. */
export class LoggedRows {
  readonly #clients = new Map<string, LoggedClient>();
  /** Characters in the log. */
  length = 0;

  of(client: string): LoggedClient | undefined {
    return this.#clients.get(client);
  }

  take([client, time, month, counter, credits, limits, families, usage]: LogEntry): void {
    let held = this.#clients.get(client);
    if (held === undefined) {
      held = { limits: null, credits: null, months: new Map(), families: new Map(), usage: new Map() };
      this.#clients.set(client, held);
    }
    if (limits !== null) held.limits = limits;
    if (credits !== null) held.credits = credits;
    if (counter !== null) held.months.set(month, counter);
    for (const [family, value] of families) held.families.set(family, [time, value]);
    for (const row of usage) {
      let rows = held.usage.get(row.day);
      if (rows === undefined) {
        rows = new Map();
        held.usage.set(row.day, rows);
      }
      rows.set(usageId(row.key, row.calculator, row.status), row);
    }
  }

  /** Writes the values into the tables, one row per step. */
  *writeTo(tables: CounterTables): Generator<void> {
    for (const [client, { limits, credits, months, families, usage }] of this.#clients) {
      if (limits !== null) yield tables.writeLimits(client, limits);
      if (credits !== null) yield tables.writeCredits(client, credits);
      for (const [month, counter] of months) yield tables.writeMonth(client, month, counter);
      for (const [family, [time, counter]] of families) yield tables.writeFamily(client, time, family, counter);
      for (const rows of usage.values()) for (const row of rows.values()) yield tables.writeUsage(client, row);
    }
  }
}
