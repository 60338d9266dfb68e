import type { StatementSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { doWork } from '../threads/do-work.ts';
import { openRecordsFile } from './sqlite-file.ts';

/** A statement and its only parameter: the rows as JSON. */
export interface BulkText {
  readonly sql: string;
  readonly json: string;
}

/** Statements of one transaction, or the request to make all earlier ones survive a power cut. */
export type BulkWork = { readonly texts: readonly BulkText[] } | 'sync';

/** Waits longer than the event loop may, because here no call waits. */
const BUSY_TIMEOUT_MS = 5_000;

/*
 * NORMAL: SQLite syncs the log before it moves pages into the database, but not at each commit. A power cut undoes the
 * last commits and never damages the file. That is harmless here: the counters hold what was written until `sync` has
 * returned, so the next checkpoint writes it again, and a killed process loses the latest uses of keys as well.
 *
 * A power cut undoes commits from the last one backwards: the log is one file, and a commit of the gateway's own
 * connection (FULL) syncs all of it. So nothing that is computed from these rows, such as a settlement, outlives them.
 * https://sqlite.org/pragma.html#pragma_synchronous, https://sqlite.org/wal.html
 */
const db = openRecordsFile(workerData, { synchronous: 'normal', busyTimeoutMs: BUSY_TIMEOUT_MS });
/** There are few texts, each the same every time. */
const prepared = new Map<string, StatementSync>();

doWork((work: BulkWork) => (work === 'sync' ? sync() : write(work.texts)));

function write(texts: readonly BulkText[]): unknown[][] {
  return transaction(() => texts.map(({ sql, json }) => statement(sql).all(json)));
}

/** A commit under FULL syncs the log. SQLite skips commits that change nothing, so this one sets what is set already. */
function sync(): unknown[][] {
  const version = db.prepare('pragma user_version').get()?.user_version;
  db.exec('pragma synchronous = full');
  try {
    transaction(() => db.exec(`pragma user_version = ${version}`));
  } finally {
    db.exec('pragma synchronous = normal');
  }
  return [];
}

function transaction<T>(change: () => T): T {
  db.exec('begin immediate');
  try {
    const result = change();
    db.exec('commit');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}

function statement(sql: string): StatementSync {
  const known = prepared.get(sql) ?? db.prepare(sql);
  prepared.set(sql, known);
  return known;
}
