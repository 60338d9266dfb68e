import type { UnitBreakdown } from '../contract.ts';
import type { Changes } from '../model/state.ts';
import { type JournalEntry, journalEntry } from './journal-entry.ts';
import { type CountedChanges, type LineNames, namesOf } from './line-names.ts';

/** Ends a line. */
const NEW_LINE = 10;

/** Separates the fields of a plain line, and its names from its values. JSON escapes it. */
const TAB = 9;

const COMMA = 44;
const ZERO = 48;

/**
 * Where a line is, without the line feed.
 *
 * A plain line changes a month, families and usage rows and nothing else, as almost every line does. It names what it
 * changes before the values, so that a reader can tell which lines a later one replaces: the client, the month, its
 * epoch, the number of families, and the names of families and usage rows. The values are in the order of the names: nine
 * of the month, then two of each family and usage row. A line with any other changes is a {@link JournalEntry} in JSON.
 */
export interface JournalLine {
  readonly bytes: Buffer;
  readonly start: number;
  /** Where the names of a plain line end; `start` for a line of JSON. */
  readonly namesEnd: number;
  readonly end: number;
}

/**
 * The line of a command in a journal record; empty if the command changes nothing that must survive the process.
 *
 * @param known those of the client's lines before
 */
export function journalLine(client: string, changes: Changes, known: LineNames | null = null): string {
  if (isCount(changes)) {
    const values = valuesOf(changes);
    const names = values === null ? null : known === null ? namesOf(client, changes) : known.of(client, changes);
    if (names !== null) return `${names}\t${values}\n`;
  }
  const entry = journalEntry(client, changes);
  return entry === null ? '' : `${JSON.stringify(entry)}\n`;
}

/** The lines of a record. Earlier releases wrote all entries of a record as one JSON array. */
export function* journalLines(payload: Buffer): Generator<JournalLine> {
  for (let at = 0; at < payload.length; ) {
    const found = payload.indexOf(NEW_LINE, at);
    const end = found < 0 ? payload.length : found;
    const tab = payload.lastIndexOf(TAB, end);
    if (tab > at) yield { bytes: payload, start: at, namesEnd: tab, end };
    else yield* jsonLines(payload, at, end);
    at = end + 1;
  }
}

/** Reads a line. */
export function entryOf({ bytes, start, namesEnd, end }: JournalLine): JournalEntry {
  if (namesEnd === start) return JSON.parse(bytes.toString('utf8', start, end)) as JournalEntry;
  return plainEntry(bytes.toString('utf8', start, namesEnd), valuesIn(bytes, namesEnd + 1, end));
}

/** Whether a month, families and usage rows change, and nothing else. */
function isCount(changes: Changes): changes is Changes & CountedChanges {
  const { counter, credits, limits, clearsUsage, holds, keys, keyWindow } = changes;
  if (counter === null || credits !== null || limits !== null || clearsUsage || keyWindow !== null) return false;
  return holds.size + keys.size === 0;
}

/** The values of a plain line; `null` if one is negative or no whole number. */
function valuesOf({ counter: { base, admitted, returned }, families, usage }: CountedChanges): string | null {
  if (!isWhole(base) || !isWhole(admitted) || !isWhole(returned)) return null;
  let values = `${base.included},${base.overage},${base.credits},${admitted.included},${admitted.overage},${admitted.credits}`;
  values += `,${returned.included},${returned.overage},${returned.credits}`;
  for (const [, { tat, units }] of families) {
    if (!isCountable(tat) || !isCountable(units)) return null;
    values += `,${tat},${units}`;
  }
  for (const { calls, units } of usage) {
    if (!isCountable(calls) || !isCountable(units)) return null;
    values += `,${calls},${units}`;
  }
  return values;
}

function isWhole({ included, overage, credits }: UnitBreakdown): boolean {
  return isCountable(included) && isCountable(overage) && isCountable(credits);
}

function isCountable(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** The numbers of a plain line: whole, not negative, and separated by commas. */
function valuesIn(bytes: Buffer, start: number, end: number): number[] {
  const values: number[] = [];
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? COMMA;
    if (byte === COMMA) {
      values.push(value);
      value = 0;
    } else value = 10 * value + (byte - ZERO);
  }
  values.push(value);
  return values;
}

function plainEntry(allNames: string, values: readonly number[]): JournalEntry {
  const names = allNames.split('\t').values();
  let read = 0;
  const name = (): string => names.next().value ?? '';
  const value = (): number => values[read++] ?? 0;
  const split = () => [value(), value(), value()] as const;
  const [client, month, epoch] = [name(), name(), name()];
  const counter = [epoch, split(), split(), split()] as const;
  const families = Array.from({ length: Number(name()) }, () => [name(), value(), name(), value()] as const);
  const usage = Array.from(names, (day) => [day, name(), name(), name(), value(), value()] as const);
  return [client, 0, month, counter, null, null, families, usage, 0];
}

function* jsonLines(payload: Buffer, start: number, end: number): Generator<JournalLine> {
  const read = JSON.parse(payload.toString('utf8', start, end)) as JournalEntry | readonly JournalEntry[];
  if (isOne(read)) yield { bytes: payload, start, namesEnd: start, end };
  else {
    for (const entry of read) {
      const bytes = Buffer.from(JSON.stringify(entry));
      yield { bytes, start: 0, namesEnd: 0, end: bytes.length };
    }
  }
}

function isOne(read: JournalEntry | readonly JournalEntry[]): read is JournalEntry {
  return typeof read[0] === 'string';
}
