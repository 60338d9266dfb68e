import type { Changes } from '../model/state.ts';
import { type JournalEntry, journalEntry } from './journal-entry.ts';

/** Ends a line. */
const NEW_LINE = 10;

/** Separates the fields of a plain line, and its names from its values. JSON escapes it. */
const TAB = 9;

const COMMA = 44;
const ZERO = 48;

/** Names that a plain line cannot hold: with separators, or with surrogates, which UTF-8 has in pairs only. */
const NEEDS_JSON = /[\t\n\ud800-\udfff]/;

const WHOLE_NUMBERS = /^[\d,]+$/;

/**
 * A line that changes a month, families and usage rows and nothing else, as almost every line does. It names what it
 * changes before the values, so that a reader can tell which lines a later one replaces.
 */
export interface PlainLine {
  /** The client, the month, its epoch, the number of families, and the names of families and usage rows. */
  readonly names: string;
  /** In the order of the names: nine of the month, then two of each family and usage row. More may follow. */
  readonly values: ArrayLike<number>;
}

/** A line with any other changes. */
export interface JsonLine {
  readonly client: string;
  /** A {@link JournalEntry}. */
  readonly json: string;
}

/** The line of a command in a journal record; empty if the command changes nothing that must survive the process. */
export function journalLine(client: string, changes: Changes): string {
  const plain = plainLine(client, changes);
  if (plain !== null) return plain;
  const entry = journalEntry(client, changes);
  return entry === null ? '' : `${JSON.stringify(entry)}\n`;
}

/** The lines of a record. Earlier releases wrote all entries of a record as one JSON array. */
export function* journalLines(payload: Buffer): Generator<PlainLine | JsonLine> {
  for (let at = 0; at < payload.length; ) {
    const found = payload.indexOf(NEW_LINE, at);
    const end = found < 0 ? payload.length : found;
    const tab = payload.lastIndexOf(TAB, end);
    if (tab > at) yield { names: payload.toString('utf8', at, tab), values: valuesIn(payload, tab + 1, end) };
    else yield* jsonLines(payload.toString('utf8', at, end));
    at = end + 1;
  }
}

/** Reads a line. */
export function entryOf(line: PlainLine | JsonLine): JournalEntry {
  return 'json' in line ? (JSON.parse(line.json) as JournalEntry) : plainEntry(line);
}

function plainLine(client: string, changes: Changes): string | null {
  const { month, counter, families, usage } = changes;
  if (counter === null || !isCount(changes) || NEEDS_JSON.test(client) || NEEDS_JSON.test(counter.epoch)) return null;
  const { epoch, base, admitted, returned } = counter;
  let names = `${client}\t${month}\t${epoch}\t${families.size}`;
  let values = `${base.included},${base.overage},${base.credits},${admitted.included},${admitted.overage},${admitted.credits}`;
  values += `,${returned.included},${returned.overage},${returned.credits}`;
  for (const [family, { tat, month: of, units }] of families) {
    if (NEEDS_JSON.test(family)) return null;
    names += `\t${family}\t${of}`;
    values += `,${tat},${units}`;
  }
  for (const { day, key, calculator, status, calls, units } of usage) {
    if (NEEDS_JSON.test(key) || NEEDS_JSON.test(calculator)) return null;
    names += `\t${day}\t${key}\t${calculator}\t${status}`;
    values += `,${calls},${units}`;
  }
  return WHOLE_NUMBERS.test(values) ? `${names}\t${values}\n` : null;
}

/** Whether nothing but a month, families and usage rows changes. */
function isCount({ credits, limits, clearsUsage, holds, keys, keyWindow }: Changes): boolean {
  return credits === null && limits === null && !clearsUsage && holds.size + keys.size === 0 && keyWindow === null;
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

function plainEntry(line: PlainLine): JournalEntry {
  const names = line.names.split('\t').values();
  let read = 0;
  const name = (): string => names.next().value ?? '';
  const value = (): number => line.values[read++] ?? 0;
  const split = () => [value(), value(), value()] as const;
  const [client, month, epoch] = [name(), name(), name()];
  const counter = [epoch, split(), split(), split()] as const;
  const families = Array.from({ length: Number(name()) }, () => [name(), value(), name(), value()] as const);
  const usage = Array.from(names, (day) => [day, name(), name(), name(), value(), value()] as const);
  return [client, 0, month, counter, null, null, families, usage, 0];
}

function* jsonLines(text: string): Generator<JsonLine> {
  const read = JSON.parse(text) as JournalEntry | readonly JournalEntry[];
  if (isOne(read)) yield { client: read[0], json: text };
  else for (const entry of read) yield { client: entry[0], json: JSON.stringify(entry) };
}

function isOne(read: JournalEntry | readonly JournalEntry[]): read is JournalEntry {
  return typeof read[0] === 'string';
}
