import { type Kysely, sql } from 'kysely';

/** The installation's id and starts, which tie records, counters and journals together. One row. */
export async function createInstallation(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('one', 'integer', (column) => column.primaryKey().check(sql`one = 1`))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('start', 'bigint', (column) => column.notNull())
    .addColumn('counters_start', 'bigint')
    .addColumn('journals_start', 'bigint')
    .addColumn('last_record', 'bigint')
    .execute();
}
