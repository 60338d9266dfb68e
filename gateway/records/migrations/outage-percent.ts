import type { Kysely } from 'kysely';

/** The part of a month that a plan lets through while Redis is away: so far one percent for all plans. */
export async function addOutagePercent(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('plans')
    .addColumn('outage_percent', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
}
