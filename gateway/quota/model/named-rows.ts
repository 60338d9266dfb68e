import type { StatusClass, UsageName } from '../contract.ts';

/** Rows up to this number are compared one by one: as fast as an index, and a fraction of its memory. */
const FEW = 16;

/**
 * Rows of different usage names. There is often only one, and a client has many of these in memory: one row lives in the
 * object itself, and a few need no index.
 */
export class NamedRows<Row extends UsageName> {
  #only: Row | null = null;
  /** All rows, once there was more than one. */
  #rows: Row[] | null = null;
  /** The same by name, once they are more than {@link FEW}. */
  #byName: Map<string, Row> | null = null;

  constructor(rows: Iterable<Row> = []) {
    for (const row of rows) this.add(row);
  }

  get size(): number {
    if (this.#rows !== null) return this.#rows.length;
    return this.#only === null ? 0 : 1;
  }

  /** The rows, in the order of their arrival. */
  list(): readonly Row[] {
    return this.#rows ?? (this.#only === null ? [] : [this.#only]);
  }

  /** The row of this name. */
  find(day: string, key: string, calculator: string, status: StatusClass): Row | undefined {
    if (this.#rows === null) {
      return this.#only !== null && isNamed(this.#only, day, key, calculator, status) ? this.#only : undefined;
    }
    if (this.#byName !== null) return this.#byName.get(nameOf({ day, key, calculator, status }));
    for (const row of this.#rows) if (isNamed(row, day, key, calculator, status)) return row;
    return undefined;
  }

  /** Adds a row, whose name must be new. */
  add(row: Row): void {
    if (this.#rows === null && this.#only === null) {
      this.#only = row;
      return;
    }
    this.#rows ??= this.#only === null ? [] : [this.#only];
    this.#only = null;
    this.#rows.push(row);
    if (this.#byName !== null) this.#byName.set(nameOf(row), row);
    else if (this.#rows.length > FEW) this.#byName = new Map(this.#rows.map((each) => [nameOf(each), each]));
  }
}

/** Whether a row has this name. */
export function isNamed(row: UsageName, day: string, key: string, calculator: string, status: StatusClass): boolean {
  return row.calculator === calculator && row.status === status && row.key === key && row.day === day;
}

function nameOf({ day, key, calculator, status }: UsageName): string {
  return `${day}\n${usageId(key, calculator, status)}`;
}

/** Identifies a usage row within a day. No part contains a line feed. */
export function usageId(key: string, calculator: string, status: string): string {
  return `${key}\n${calculator}\n${status}`;
}
