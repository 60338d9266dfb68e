import type { DatabaseSync } from 'node:sqlite';
import { journalDamaged } from '../journal/journal-damaged.ts';
import { type MissingRecords, readSegment } from '../journal/segments.ts';
import type { CounterTables } from './embedded-tables.ts';
import type { JournalEntry } from './journal-entry.ts';
import { NewestRows } from './newest-rows.ts';

/**
 * Clients whose newest values are collected before they are written. Their texts and rows take about 10 MB. Fewer would
 * write the rows of busy clients more often.
 */
const CLIENTS_AT_ONCE = 8_000;

/**
 * Brings the records of a segment into the tables, in a transaction with the number of the last one; a segment with the
 * calls of many thousand clients takes several. Records up to the number in the tables are there already, so repeating
 * this changes nothing.
 *
 * @param start the start that must own the file; `null` if the caller has no number
 * @param rest called between two parts of the work
 * @returns the number of the last record in the tables
 * @throws InstallationDamaged if a record is damaged or absent; then only records before it are written
 * @throws TakenOver if another start owns the file
 */
export function bringIn(
  db: DatabaseSync,
  tables: CounterTables,
  path: string,
  start: number | null,
  rest = (): void => {},
): number {
  return bringRecordsIn(db, tables, { path, start, missing: journalDamaged, rest });
}

/** Brings in what can be read of a segment, and skips the rest. For recovery. */
export function bringInReadable(db: DatabaseSync, tables: CounterTables, path: string): void {
  bringRecordsIn(db, tables, { path, start: null, missing: () => {}, rest: () => {} });
}

interface SegmentToBringIn {
  readonly path: string;
  readonly start: number | null;
  readonly missing: (records: MissingRecords) => void;
  readonly rest: () => void;
}

function bringRecordsIn(db: DatabaseSync, tables: CounterTables, segment: SegmentToBringIn): number {
  const { path, start, missing, rest } = segment;
  let rows = new NewestRows();
  let written = tables.lastRecord();
  let last = written;
  const write = (): void => {
    transaction(db, () => {
      tables.checkOwner(start);
      rows.writeTo(tables, rest);
      tables.writeLastRecord(last);
    });
    rows = new NewestRows();
    written = last;
  };
  for (const { number, payload } of readSegment(path, written, missing)) {
    last = number;
    for (const entry of JSON.parse(payload) as JournalEntry[]) rows.take(entry);
    rest();
    if (rows.clients >= CLIENTS_AT_ONCE) write();
  }
  if (last > written) write();
  return last;
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
