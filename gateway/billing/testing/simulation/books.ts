import { sql } from 'kysely';
import type { Reader } from '../../../records/records.ts';

/** A client's money in SQL at one instant. */
export interface Books {
  /** Credits of all entries except settlements. */
  readonly granted: number;
  /** Credits taken by settlements, by month. */
  readonly settled: ReadonlyMap<string, number>;
  /** Checkpointed units and credits, by month. */
  readonly months: ReadonlyMap<string, { readonly used: number; readonly credits: number }>;
  /** Checkpointed credits over all months. */
  readonly spent: number;
}

/** One SQL statement, because it runs after every step that may have changed anything. */
export async function readBooks(db: Reader, client: string): Promise<Books> {
  const { rows } = await sql<{ what: string; month: string; used: number; credits: number }>`
    select 'granted' as what, '' as month, 0 as used, cast(coalesce(sum(credits), 0) as bigint) as credits
      from ledger where client_id = ${client} and kind <> 'settlement'
    union all select 'settled', substr(source, length(client_id) + 13, 7), 0, cast(-sum(credits) as bigint)
      from ledger where client_id = ${client} and kind = 'settlement' group by 2
    union all select 'checkpointed', month,
      cast(sum(admitted_included + admitted_overage - returned_included - returned_overage) as bigint),
      cast(sum(admitted_credits - returned_credits) as bigint)
      from month_fold where client_id = ${client} group by 2
    union all select 'spent', '', 0, cast(coalesce(sum(taken - returned), 0) as bigint)
      from credit_fold where client_id = ${client}`.execute(db);
  const of = (what: string) => rows.filter((row) => row.what === what);
  return {
    granted: of('granted')[0]?.credits ?? 0,
    settled: new Map(of('settled').map(({ month, credits }) => [month, credits])),
    months: new Map(of('checkpointed').map(({ month, used, credits }) => [month, { used, credits }])),
    spent: of('spent')[0]?.credits ?? 0,
  };
}

const TABLES = [
  ...['ledger', 'stated_units', 'closed_months', 'month_fold', 'credit_fold', 'usage_fold'],
  ...['audit', 'changes', 'users', 'clients'],
] as const;

/** Empties the tables that a schedule fills: months are closed for all clients, and small tables are fast. */
export async function emptyBooks(db: Reader): Promise<void> {
  for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(db);
}

/** How many changes of a client were published. */
export async function publishedChanges(db: Reader, client: string): Promise<number> {
  const changes = await db.selectFrom('changes').where('id', '=', client).select('seq').execute();
  return changes.length;
}
