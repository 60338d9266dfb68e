import type { Kysely } from 'kysely';

/** The commands that a checkpoint contains, so that a call whose answer got lost is not counted twice. */
export async function addContainedCommands(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('month_fold')
    .addColumn('commands', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
