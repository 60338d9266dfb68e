import { parentPort, workerData } from 'node:worker_threads';
import type { MissingRecords } from '../journal/segments.ts';
import { bringIn, transaction } from './bring-in.ts';
import { openCounterFile } from './embedded-schema.ts';
import { CounterTables } from './embedded-tables.ts';
import type { TableAnswer, TableWork } from './table-writer.ts';

if (parentPort === null) throw new Error('table-writer-thread.ts runs only in a worker thread');
const port = parentPort;

/** Rows removed in one transaction. */
const ROWS_AT_ONCE = 5_000;

const db = openCounterFile(workerData);
const tables = new CounterTables(db);

function run(work: TableWork): TableAnswer {
  const missing: MissingRecords[] = [];
  if (work.kind === 'bring-in') {
    const last = bringIn(db, tables, work.segment, (records) => missing.push(records));
    return { kind: 'done', last, missing };
  }
  const months = [...work.months];
  while (months.length > 0) transaction(db, () => void tables.remove(months, ROWS_AT_ONCE));
  return { kind: 'done', last: tables.lastRecord(), missing };
}

port.on('message', (work: TableWork) => {
  try {
    port.postMessage(run(work));
  } catch (error) {
    port.postMessage({ kind: 'failed', message: String(error) } satisfies TableAnswer);
  }
});
