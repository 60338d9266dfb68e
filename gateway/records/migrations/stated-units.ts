import { type Kysely, sql } from 'kysely';

/** A sum of numbers that only grow: a different sum means that units were counted. */
const COUNTED = sql.raw(
  'admitted_included + admitted_overage + admitted_credits + returned_included + returned_overage + returned_credits',
);

/**
 * The statement that units appear in, once per month, so that no statement changes after its month is closed; and the
 * rows of `month_fold` with units that appear in no statement yet. Finding those by comparing all months with all
 * settlements takes a quarter of a second with 10,000 clients and 24 months, and in SQLite calls wait for it.
 */
export async function createStatedUnits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stated_units')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('stated_in', 'text', (column) => column.notNull())
    .addColumn('included', 'bigint', (column) => column.notNull())
    .addColumn('overage', 'bigint', (column) => column.notNull())
    .addColumn('credits', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('stated_units_pk', ['client_id', 'month', 'stated_in'])
    .execute();
  // The units shown by statements of closed months stay as they are.
  await sql`insert into stated_units (client_id, month, stated_in, included, overage, credits)
    select client_id, month, month, sum(admitted_included - returned_included),
      sum(admitted_overage - returned_overage), sum(admitted_credits - returned_credits)
    from month_fold where month <= (select max(month) from closed_months) group by client_id, month`.execute(db);
  await db.schema
    .alterTable('month_fold')
    .addColumn('stated', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  // Months whose ledger credits equal the checkpoint need no settlement. A source is `settlement:<client>:<month>` or
  // `adjustment:<client>:<month>:<n>`, and both words have ten letters.
  await sql`update month_fold set stated = ${COUNTED}
    where month <= (select max(month) from closed_months) and (client_id, month) in (
      select client_id, month from (
        select client_id, month, admitted_credits - returned_credits as credits from month_fold
        union all
        select client_id, substr(source, length(client_id) + 13, 7), credits from ledger where kind = 'settlement'
      ) as moves group by client_id, month having sum(credits) = 0
    )`.execute(db);
  await db.schema
    .createIndex('month_fold_unstated')
    .on('month_fold')
    .columns(['month', 'client_id'])
    .where(sql<boolean>`${COUNTED} <> stated`)
    .execute();
}
