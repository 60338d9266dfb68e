import type { Kysely } from 'kysely';

/** Secrets that the installation made itself, and the idempotency keys of top-ups. */
export async function createIdempotency(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('print', 'text', (column) => column.notNull())
    .addColumn('payment_id', 'text', (column) => column.notNull().references('payments.id'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['client_id', 'key'])
    .execute();
  await db.schema.createIndex('idempotency_keys_at').on('idempotency_keys').column('at').execute();
}
