import type { StatusClass, UsageRow } from './contract.ts';
import { type ClientState, usageId } from './state.ts';

/** A usage row while it is counted up. */
type Counting = { -readonly [Member in keyof UsageRow]: UsageRow[Member] };

/** The usage rows that one command touches: read from the state once, counted up apart from it. */
export class UsageRows {
  readonly #state: ClientState;
  readonly #touched = new Map<string, Counting>();
  /** Mostly the next item belongs to the row of the last: then no name has to be made for it. */
  #last: Counting | null = null;

  constructor(state: ClientState) {
    this.#state = state;
  }

  count(day: string, key: string, calculator: string, status: StatusClass, calls: number, units: number): void {
    const last = this.#last;
    const same =
      last !== null && last.day === day && last.key === key && last.calculator === calculator && last.status === status;
    const row = same ? last : this.#row(day, key, calculator, status);
    row.calls += calls;
    row.units += units;
    this.#last = row;
  }

  rows(): UsageRow[] {
    return [...this.#touched.values()];
  }

  #row(day: string, key: string, calculator: string, status: StatusClass): Counting {
    const name = usageId(key, calculator, status);
    const id = `${day}\n${name}`;
    let row = this.#touched.get(id);
    if (row === undefined) {
      const { calls, units } = this.#state.usage.get(day)?.get(name) ?? { calls: 0, units: 0 };
      row = { day, key, calculator, status, calls, units };
      this.#touched.set(id, row);
    }
    return row;
  }
}
