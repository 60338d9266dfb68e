import type { Kysely } from 'kysely';

/**
 * The units that the counter store had confirmed in an epoch and lost, so that several processes that notice the same
 * loss count it once.
 */
export async function createLostUnits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lost_units')
    .addColumn('epoch', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('remaining', 'bigint', (column) => column.notNull())
    .addColumn('confirmed', 'bigint', (column) => column.notNull())
    .addColumn('lost', 'bigint', (column) => column.notNull())
    .execute();
}
