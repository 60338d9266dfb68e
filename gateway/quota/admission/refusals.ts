import { dayOf } from '../../values/calendar.ts';
import type { StatusClass, UsageRow } from '../contract.ts';
import { usageId } from '../model/named-rows.ts';
import { calculatorOf } from '../model/usage-names.ts';

/** Most rows kept while the store is away: more than a second of refusals has keys. */
const CAPACITY = 10_000;

/** Most rows in one command, because a store runs a command without interruption. */
const ROWS_AT_ONCE = 500;

/** Refused calls of a client and month, as usage rows to add. */
export interface RefusedCalls {
  readonly client: string;
  readonly month: string;
  readonly rows: readonly UsageRow[];
}

/** Counts refused calls in memory until the next flush: one refusal must not cost a command. */
export class Refusals {
  #rows = new Map<string, { client: string; row: UsageRow }>();
  #dropped = 0;

  count(client: string, key: string, calculator: string, status: StatusClass, at: number): void {
    const counted = calculatorOf(calculator, status);
    this.#add(client, { day: dayOf(at), key, calculator: counted, status, calls: 1, units: 0 });
  }

  /** Takes the counted rows by client and month, and starts again from zero. */
  take(): RefusedCalls[] {
    const taken: RefusedCalls[] = [];
    const groups = new Map<string, { client: string; month: string; rows: UsageRow[] }>();
    for (const { client, row } of this.#rows.values()) {
      const month = row.day.slice(0, 7);
      const id = `${client}\n${month}`;
      let group = groups.get(id);
      if (group === undefined || group.rows.length === ROWS_AT_ONCE) {
        group = { client, month, rows: [] };
        groups.set(id, group);
        taken.push(group);
      }
      group.rows.push(row);
    }
    this.#rows = new Map();
    return taken;
  }

  /** Calls dropped for lack of room since the last time this was called. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  /** Restores rows that could not be written. */
  putBack({ client, rows }: RefusedCalls): void {
    for (const row of rows) this.#add(client, row);
  }

  #add(client: string, row: UsageRow): void {
    const id = `${client}\n${row.day}\n${usageId(row.key, row.calculator, row.status)}`;
    const entry = this.#rows.get(id);
    if (entry !== undefined) entry.row = { ...row, calls: entry.row.calls + row.calls };
    else if (this.#rows.size < CAPACITY) this.#rows.set(id, { client, row });
    else this.#dropped += row.calls;
  }
}
