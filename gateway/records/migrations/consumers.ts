import type { Kysely } from 'kysely';

/** Clients that come through a marketplace: the marketplace's user and subscription. */
export async function createConsumers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('consumers')
    .addColumn('client_id', 'text', (column) => column.primaryKey().references('clients.id'))
    .addColumn('marketplace', 'text', (column) => column.notNull())
    .addColumn('external_user', 'text', (column) => column.notNull())
    .addColumn('subscription', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('consumers_user')
    .on('consumers')
    .columns(['marketplace', 'external_user'])
    .unique()
    .execute();
}
