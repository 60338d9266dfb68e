import type { StatusClass, UsageRow } from '../contract.ts';
import { NamedRows } from './named-rows.ts';
import type { ClientState } from './state.ts';
import { calculatorOf, DETAILED_ROWS, MOST_ROWS, OTHERS, otherCalculators } from './usage-names.ts';

/** A usage row while a command counts in it. */
type Counting = { -readonly [Member in keyof UsageRow]: UsageRow[Member] };

/** The usage rows that one command changes: each is read from the state once and counted in a copy. */
export class UsageRows {
  readonly #state: ClientState;
  readonly #rows = new NamedRows<Counting>();
  /** Rows created by this command, per day. */
  #begun: Map<string, number> | null = null;
  /** Most items count in the row of the previous one; remembering it saves a search. */
  #last: Counting | null = null;

  constructor(state: ClientState) {
    this.#state = state;
  }

  /** Counts calls of one name. With too many rows in the day, calls of a new name count in an overflow row. */
  count(day: string, key: string, asked: string, status: StatusClass, calls: number, units: number): void {
    const calculator = calculatorOf(asked, status);
    const last = this.#last;
    const same =
      last !== null && last.day === day && last.key === key && last.calculator === calculator && last.status === status;
    const row = same ? last : this.#row(day, key, calculator, status);
    row.calls += calls;
    row.units += units;
    this.#last = row;
  }

  rows(): readonly UsageRow[] {
    return this.#rows.list();
  }

  #row(day: string, key: string, calculator: string, status: StatusClass): Counting {
    const others = otherCalculators(calculator);
    return (
      this.#within(DETAILED_ROWS, day, key, calculator, status) ??
      this.#within(MOST_ROWS, day, key, others, status) ??
      this.#counting(day, OTHERS, others, status)
    );
  }

  /** The row of this name; `null` if it does not exist and the day already has `most` rows. */
  #within(most: number, day: string, key: string, calculator: string, status: StatusClass): Counting | null {
    const rows = this.#state.usage.get(day);
    const full = (rows?.size ?? 0) + (this.#begun?.get(day) ?? 0) >= most;
    if (full && !rows?.find(day, key, calculator, status) && !this.#rows.find(day, key, calculator, status))
      return null;
    return this.#counting(day, key, calculator, status);
  }

  #counting(day: string, key: string, calculator: string, status: StatusClass): Counting {
    const found = this.#rows.find(day, key, calculator, status);
    if (found !== undefined) return found;
    const held = this.#state.usage.get(day)?.find(day, key, calculator, status);
    if (held === undefined) this.#begin(day);
    const row = { day, key, calculator, status, calls: held?.calls ?? 0, units: held?.units ?? 0 };
    this.#rows.add(row);
    return row;
  }

  #begin(day: string): void {
    this.#begun ??= new Map();
    this.#begun.set(day, (this.#begun.get(day) ?? 0) + 1);
  }
}
