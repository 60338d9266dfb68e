import { type Kysely, sql } from 'kysely';

/** Whether developers may create keys for themselves: so far they may not. */
export async function addDeveloperKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('clients')
    .addColumn('developer_keys', 'text', (column) =>
      column.notNull().defaultTo('none').check(sql`developer_keys in ('none', 'own')`),
    )
    .execute();
}
