import type { Kysely } from 'kysely';

/** Comparisons of everything that counts calls, at most one a day. */
export async function createReconciliations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reconciliations')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('finished_at', 'bigint')
    .addColumn('differences', 'bigint')
    .execute();
}
