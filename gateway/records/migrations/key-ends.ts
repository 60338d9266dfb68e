import { type Kysely, sql } from 'kysely';

/**
 * When the keys of a changed record end: revoked keys, deleted clients, disabled users. The index finds these few rows
 * among all changes.
 */
export async function addKeyEnds(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('changes').addColumn('ends_at', 'bigint').execute();
  await sql`create index changes_ends on changes (seq) where ends_at is not null`.execute(db);
}
