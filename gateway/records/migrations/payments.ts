import { type Kysely, sql } from 'kysely';

/** Payments for credits, mailed notices, and the hard stop that a client sets itself in addition to its plan's. */
export async function createPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('clients').addColumn('own_ceiling', 'bigint').execute();
  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('credits', 'bigint', (column) => column.notNull())
    .addColumn('amount', 'bigint')
    .addColumn('currency', 'text')
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('pending', 'paid', 'failed', 'refunded', 'disputed')`),
    )
    .addColumn('note', 'text')
    .addColumn('checkout_url', 'text')
    .addColumn('intent', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('paid_at', 'bigint')
    .addUniqueConstraint('payments_reference', ['client_id', 'reference'])
    .execute();
  await db.schema.createIndex('payments_client').on('payments').columns(['client_id', 'created_at']).execute();
  await db.schema.createIndex('payments_intent').on('payments').column('intent').execute();
  await db.schema
    .createTable('notices')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('notices_pk', ['client_id', 'month', 'kind'])
    .execute();
}
