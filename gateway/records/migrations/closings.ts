import type { Kysely } from 'kysely';

/** Months whose checkpoint is complete, so that they can be settled. */
export async function createClosings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('closed_months')
    .addColumn('month', 'text', (column) => column.primaryKey())
    .addColumn('closed_at', 'bigint', (column) => column.notNull())
    .execute();
  // Closing and settling read a month over all clients.
  await db.schema.createIndex('month_fold_month').on('month_fold').column('month').execute();
}
