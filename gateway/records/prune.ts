import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Records } from './records.ts';
import type { Tables } from './tables.ts';

/** Rows scanned, and at most removed, per statement. With SQLite other changes wait for it, about 2 ms. */
const ROWS_AT_ONCE = 100;

/** Milliseconds between two statements, which leaves the process to calls. */
const PAUSE_MS = 10;

export interface PruneOptions {
  readonly records: Pick<Records, 'db'>;
  /** Stops the work after the running statement. The next run continues. */
  readonly signal: AbortSignal;
}

/**
 * Removes the rows of a table that match a condition, slice by slice in key order. Several machines may run it at once.
 *
 * @param key the primary key, a single column
 * @param inOrder the table is written in key order, so a slice without old rows has none after it
 * @returns the number of removed rows
 */
export async function prune(
  { records: { db }, signal }: PruneOptions,
  table: keyof Tables,
  key: string,
  old: RawBuilder<boolean>,
  inOrder: 'in-order' | 'any-order' = 'any-order',
): Promise<number> {
  const [rows, column, slice] = [sql.table(table), sql.ref(key), sql.lit(ROWS_AT_ONCE)];
  let from: RawBuilder<unknown> = sql`true`;
  let removed = 0;
  while (!signal.aborted) {
    const seen = await sql<{ last: string | number | null; count: number }>`
      select max(name) as last, cast(count(*) as bigint) as count
      from (select ${column} as name from ${rows} where ${from} order by ${column} limit ${slice}) as slice`.execute(
      db,
    );
    const { last, count } = seen.rows[0] ?? { last: null, count: 0 };
    if (last === null) break;
    const deleted = await sql`delete from ${rows} where ${from} and ${column} <= ${last} and (${old})`.execute(db);
    const gone = Number(deleted.numAffectedRows ?? 0n);
    removed += gone;
    if (count < ROWS_AT_ONCE || (gone === 0 && inOrder === 'in-order')) break;
    from = sql`${column} > ${last}`;
    await pause(gone);
  }
  return removed;
}

/**
 * Removes rows of a table whose key begins with the client, client by client. Finding the next client costs one index
 * look-up, however many rows there are.
 *
 * @param key the primary key, the client first
 * @returns the number of removed rows
 */
export async function pruneByClient(
  { records: { db }, signal }: PruneOptions,
  table: 'usage_fold' | 'notices' | 'idempotency_keys',
  key: readonly string[],
  old: RawBuilder<boolean>,
): Promise<number> {
  const [rows, slice] = [sql.table(table), sql.lit(ROWS_AT_ONCE)];
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let removed = 0;
  let client: string | null = '';
  while (!signal.aborted) {
    const deleted = await sql`delete from ${rows} where (${columns}) in (
      select ${columns} from ${rows} where client_id = ${client} and (${old}) limit ${slice})`.execute(db);
    const gone = Number(deleted.numAffectedRows ?? 0n);
    removed += gone;
    await pause(gone);
    if (gone === ROWS_AT_ONCE) continue;
    const next = await sql<{ client: string | null }>`
      select min(client_id) as client from ${rows} where client_id > ${client}`.execute(db);
    client = next.rows[0]?.client ?? null;
    if (client === null) break;
  }
  return removed;
}

/** Pauses after a statement that wrote; only yields after one that only read. */
function pause(written: number): Promise<void> {
  return sleep(written > 0 ? PAUSE_MS : 0);
}
