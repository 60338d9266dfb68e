import { workerData } from 'node:worker_threads';
import { doWork } from '../../threads/do-work.ts';
import { restingThread } from '../../threads/rest.ts';
import { InstallationDamaged } from '../../values/installation-damaged.ts';
import { TakenOver } from '../../values/taken-over.ts';
import { SegmentBuffer } from '../journal/segment-buffer.ts';
import { bringIn, transaction } from './bring-in.ts';
import { openCounterFile } from './embedded-schema.ts';
import { type ClientMonth, CounterTables } from './embedded-tables.ts';
import { NewestLines } from './newest-lines.ts';

/** Work on the counter file. A transaction with its sync takes milliseconds, which no call should wait for. */
export type TableWork =
  | { readonly kind: 'bring-in'; readonly segments: readonly string[]; readonly hurries: boolean }
  | { readonly kind: 'remove'; readonly months: readonly ClientMonth[] };

/** The number of the last record in the tables, or why nothing will ever be written there again. */
export type TablesWritten = { readonly last: number } | { readonly refused: string };

/** The counter file and the start that owns it. */
export interface TableFile {
  readonly path: string;
  readonly start: number | null;
}

/** Rows removed in one transaction. */
const ROWS_AT_ONCE = 5_000;

const { path, start }: TableFile = workerData;
const db = openCounterFile(path);
const tables = new CounterTables(db);
const kept = { buffer: new SegmentBuffer(), lines: new NewestLines() };

doWork((work: TableWork): TablesWritten => {
  try {
    if (work.kind === 'bring-in') {
      const { segments, hurries } = work;
      return { last: bringIn(db, tables, { segments, start, ...kept, ...(!hurries && { rest: restingThread() }) }) };
    }
    remove([...work.months]);
    return { last: tables.lastRecord() };
  } catch (error) {
    // An error loses its class on the way out of the thread.
    if (error instanceof InstallationDamaged || error instanceof TakenOver) return { refused: error.message };
    throw error;
  }
});

function remove(months: ClientMonth[]): void {
  while (months.length > 0) {
    transaction(db, () => {
      tables.checkOwner(start);
      tables.remove(months, ROWS_AT_ONCE);
    });
  }
}
