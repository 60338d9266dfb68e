import type { DatabaseSync } from 'node:sqlite';
import { journalDamaged } from '../journal/journal-damaged.ts';
import { SegmentBuffer } from '../journal/segment-buffer.ts';
import { type MissingRecords, readSegment } from '../journal/segments.ts';
import { ClientRows } from './client-rows.ts';
import type { CounterTables } from './embedded-tables.ts';
import { entryOf, journalLines } from './journal-lines.ts';
import { NewestLines } from './newest-lines.ts';

/**
 * Bytes of lines that are collected before they are written: those of some 120,000 clients. Of more clients that call in
 * turn, the rows are written at every call.
 */
const MOST_BYTES = 32_000_000;

/** Segments to bring into the tables. */
interface SegmentsToBringIn {
  /** Paths, in the order of their numbers. */
  readonly segments: readonly string[];
  /** The start that must own the file; `null` if the caller has no number. */
  readonly start: number | null;
  /** Called between two parts of the work. */
  readonly rest?: () => void;
  /** Read and collect the lines of the segments. A thread keeps them for all its work, and so their memory. */
  readonly buffer?: SegmentBuffer;
  readonly lines?: NewestLines;
}

/**
 * Brings the records of segments into the tables, in a transaction with the number of the last one; those of very many
 * clients take several. A row that several of these records change is written once. Records up to the number in the
 * tables are there already, so repeating this changes nothing.
 *
 * @returns the number of the last record in the tables
 * @throws InstallationDamaged if a record is damaged or absent; then only records before it are written
 * @throws TakenOver if another start owns the file
 */
export function bringIn(db: DatabaseSync, tables: CounterTables, work: SegmentsToBringIn): number {
  return bringRecordsIn(db, tables, work, journalDamaged);
}

/** Brings in what can be read of the segments, and skips the rest. For recovery. */
export function bringInReadable(db: DatabaseSync, tables: CounterTables, segments: readonly string[]): void {
  bringRecordsIn(db, tables, { segments, start: null }, () => {});
}

function bringRecordsIn(
  db: DatabaseSync,
  tables: CounterTables,
  { segments, start, rest = () => {}, buffer = new SegmentBuffer(), lines = new NewestLines() }: SegmentsToBringIn,
  missing: (records: MissingRecords) => void,
): number {
  // An earlier attempt may have failed.
  lines.clear();
  let written = tables.lastRecord();
  let last = written;
  const write = (): void => {
    transaction(db, () => {
      tables.checkOwner(start);
      writeLines(lines, tables, rest);
      tables.writeLastRecord(last);
    });
    lines.clear();
    written = last;
  };
  for (const segment of segments) {
    for (const { number, payload } of readSegment(segment, last, missing, buffer.read(segment))) {
      last = number;
      for (const line of journalLines(payload)) lines.take(line);
      rest();
      if (lines.bytes >= MOST_BYTES) write();
    }
  }
  if (last > written) write();
  return last;
}

/** Writes lines as rows. Needs a transaction. */
export function writeLines(lines: NewestLines, tables: CounterTables, rest = (): void => {}): void {
  let rows: ClientRows | null = null;
  for (const line of lines.inOrder()) {
    const entry = entryOf(line);
    const [client] = entry;
    if (rows?.client !== client) {
      rows?.writeTo(tables, rest);
      rest();
      rows = new ClientRows(client);
    }
    rows.take(entry);
  }
  rows?.writeTo(tables, rest);
}

/** Runs `work` in a transaction that is rolled back if it fails. */
export function transaction(db: DatabaseSync, work: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    work();
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
