import { type Kysely, sql } from 'kysely';

/** The append-only ledger of credits. A source is entered once over all clients. */
export async function createLedger(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledger')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('top_up', 'settlement', 'adjustment')`))
    .addColumn('credits', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull().unique())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('note', 'text')
    .execute();
  // Including kind and credits lets the index alone answer the sum that every read of a principal computes.
  await db.schema.createIndex('ledger_client').on('ledger').columns(['client_id', 'kind', 'credits']).execute();
}
