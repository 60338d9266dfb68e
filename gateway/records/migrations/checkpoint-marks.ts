import type { Kysely } from 'kysely';

/** How far the checkpoints of each process have come, and the locks of background work that one process does for all. */
export async function createCheckpointMarks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('checkpoint_marks')
    .addColumn('process', 'text', (column) => column.primaryKey())
    .addColumn('through', 'bigint', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('heard', 'bigint', (column) => column.notNull())
    .addColumn('swept', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('swept_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('work_locks')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute();
}
