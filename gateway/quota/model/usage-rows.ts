import type { StatusClass, UsageName, UsageRow } from '../contract.ts';
import { type ClientState, usageId } from './state.ts';
import { calculatorOf, DETAILED_ROWS, MOST_ROWS, OTHERS, otherCalculators } from './usage-names.ts';

/** A usage row while a command counts in it. */
type Counting = { -readonly [Member in keyof UsageRow]: UsageRow[Member] };

/** Rows up to this number are compared one by one. Most commands change one row, which needs no index. */
const FEW = 16;

/** The usage rows that one command changes: each is read from the state once and counted in a copy. */
export class UsageRows {
  readonly #state: ClientState;
  readonly #rows: Counting[] = [];
  /** The same by day and name, once there are more than {@link FEW}. */
  #byName: Map<string, Counting> | null = null;
  /** Rows created by this command, per day. */
  #begun: Map<string, number> | null = null;
  /** Most items count in the row of the previous one; remembering it avoids building the name again. */
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

  rows(): UsageRow[] {
    return this.#rows;
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
    if (full) {
      const name = usageId(key, calculator, status);
      if (!rows?.has(name) && this.#find(day, key, calculator, status) === undefined) return null;
    }
    return this.#counting(day, key, calculator, status);
  }

  #counting(day: string, key: string, calculator: string, status: StatusClass): Counting {
    const found = this.#find(day, key, calculator, status);
    if (found !== undefined) return found;
    const held = this.#state.usage.get(day)?.get(usageId(key, calculator, status));
    if (held === undefined) this.#begin(day);
    const row = { day, key, calculator, status, calls: held?.calls ?? 0, units: held?.units ?? 0 };
    this.#rows.push(row);
    if (this.#rows.length > FEW) this.#byName ??= new Map(this.#rows.map((each) => [nameOf(each), each]));
    this.#byName?.set(nameOf(row), row);
    return row;
  }

  #find(day: string, key: string, calculator: string, status: StatusClass): Counting | undefined {
    if (this.#byName !== null) return this.#byName.get(nameOf({ day, key, calculator, status }));
    for (const row of this.#rows) {
      if (row.calculator === calculator && row.status === status && row.key === key && row.day === day) return row;
    }
    return undefined;
  }

  #begin(day: string): void {
    this.#begun ??= new Map();
    this.#begun.set(day, (this.#begun.get(day) ?? 0) + 1);
  }
}

function nameOf({ day, key, calculator, status }: UsageName): string {
  return `${day}\n${usageId(key, calculator, status)}`;
}
