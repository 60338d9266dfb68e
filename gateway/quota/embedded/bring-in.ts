import type { DatabaseSync } from 'node:sqlite';
import type { MissingRecords } from '../journal/segments.ts';
import { readSegment } from '../journal/segments.ts';
import type { CounterTables } from './embedded-tables.ts';
import type { JournalEntry } from './journal-entry.ts';
import { NewestRows } from './newest-rows.ts';

/**
 * Brings the records of a segment into the tables, in one transaction with the number of the last one. Records up to
 * the number in the tables are there already, so repeating this changes nothing.
 *
 * @returns the number of the last record in the tables
 */
export function bringIn(
  db: DatabaseSync,
  tables: CounterTables,
  path: string,
  missing: (records: MissingRecords) => void,
): number {
  const rows = new NewestRows();
  const before = tables.lastRecord();
  let last = before;
  for (const { number, payload } of readSegment(path, before, missing)) {
    last = number;
    for (const entry of JSON.parse(payload) as JournalEntry[]) rows.take(entry);
  }
  if (last === before) return last;
  transaction(db, () => {
    rows.writeTo(tables);
    tables.writeLastRecord(last);
  });
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
