import { workerData } from 'node:worker_threads';
import { doWork } from '../../threads/do-work.ts';
import type { MissingRecords } from '../journal/segments.ts';
import { bringIn, transaction } from './bring-in.ts';
import { openCounterFile } from './embedded-schema.ts';
import { type ClientMonth, CounterTables } from './embedded-tables.ts';

/** Work on the counter file. A transaction with its sync takes milliseconds, which no call should wait for. */
export type TableWork =
  | { readonly kind: 'bring-in'; readonly segment: string }
  | { readonly kind: 'remove'; readonly months: readonly ClientMonth[] };

/** The number of the last record in the tables, and the records of the segment that could not be read. */
export interface TablesWritten {
  readonly last: number;
  readonly missing: readonly MissingRecords[];
}

/** Rows removed in one transaction. */
const ROWS_AT_ONCE = 5_000;

const db = openCounterFile(workerData);
const tables = new CounterTables(db);

doWork((work: TableWork): TablesWritten => {
  const missing: MissingRecords[] = [];
  if (work.kind === 'bring-in') {
    return { last: bringIn(db, tables, work.segment, (records) => missing.push(records)), missing };
  }
  const months = [...work.months];
  while (months.length > 0) transaction(db, () => void tables.remove(months, ROWS_AT_ONCE));
  return { last: tables.lastRecord(), missing };
});
