import type { SQLOutputValue } from 'node:sqlite';

/** A row from node:sqlite. Its columns are type-checked when read, so that a foreign file is detected at once. */
export type Row = Record<string, SQLOutputValue>;

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`counters.sqlite: ${column} is not text`);
  return value;
}

export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`counters.sqlite: ${column} is not an integer`);
  return value;
}

export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}

/** A column that holds one of a few words. */
export function word<W extends string>(row: Row, column: string, words: readonly W[]): W {
  const value = text(row, column);
  const found = words.find((known) => known === value);
  if (found === undefined) throw new TypeError(`counters.sqlite: ${column} is ${value}`);
  return found;
}
