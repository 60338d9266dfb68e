import type { RecordsFile, Statement, StatementResult } from './sqlite-file.ts';

/** Text of a statement that writes many rows, and its only parameter: the rows as JSON. */
export interface BulkText {
  readonly sql: string;
  readonly json: string;
}

/** A piece of work on the records file. Each waits at most `BUSY_MS` for other writers. */
export type SqliteWrite =
  /** @param within whether the statement belongs to a transaction that has begun */
  | { readonly kind: 'statement'; readonly statement: Statement; readonly within: boolean }
  /** Ends the transaction, unless SQLite has rolled it back already. */
  | { readonly kind: 'rollback' }
  /** Statements of one transaction. */
  | { readonly kind: 'bulk'; readonly texts: readonly BulkText[] }
  /** The request to make all earlier bulk writes survive a power cut. */
  | { readonly kind: 'sync' };

/** Does a piece of work: one result per statement. */
export function doWrite(file: RecordsFile, work: SqliteWrite): StatementResult[] {
  if (work.kind === 'sync') return sync(file);
  if (work.kind === 'bulk') return bulk(file, work.texts);
  if (work.kind === 'rollback') return rollBack(file);
  // The thread that began the transaction may have crashed. A later statement must not run outside of it.
  if (work.within !== file.inTransaction) throw new Error('the transaction has ended');
  return [file.run(work.statement)];
}

/*
 * NORMAL: SQLite syncs the log before it moves pages into the database, but not at each commit. A power cut undoes the
 * last commits and never damages the file. That is harmless here: the counters hold what was written until `sync` has
 * returned, so the next checkpoint writes it again, and a killed process loses the latest uses of keys as well.
 *
 * A power cut undoes commits from the last one backwards: the log is one file, and a commit under FULL syncs all of it.
 * So nothing that is computed from these rows, such as a settlement, outlives them.
 * https://sqlite.org/pragma.html#pragma_synchronous, https://sqlite.org/wal.html
 */
function bulk(file: RecordsFile, texts: readonly BulkText[]): StatementResult[] {
  file.exec('pragma synchronous = normal');
  try {
    return transaction(file, () => texts.map(({ sql, json }) => file.run({ sql, parameters: [json] })));
  } finally {
    file.exec('pragma synchronous = full');
  }
}

/** A commit under FULL syncs the log. SQLite skips commits that change nothing, so this one sets what is set already. */
function sync(file: RecordsFile): StatementResult[] {
  const [row] = file.run({ sql: 'select user_version from pragma_user_version', parameters: [] }).rows;
  const version = Number((row as { readonly user_version: number }).user_version);
  return transaction(file, () => {
    file.exec(`pragma user_version = ${version}`);
    return [];
  });
}

function transaction<T>(file: RecordsFile, change: () => T): T {
  file.exec('begin immediate');
  try {
    const result = change();
    file.exec('commit');
    return result;
  } catch (error) {
    rollBack(file);
    throw error;
  }
}

function rollBack(file: RecordsFile): StatementResult[] {
  if (file.inTransaction) file.exec('rollback');
  return [];
}
