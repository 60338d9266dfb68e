import { type Kysely, sql } from 'kysely';

/** Indexes in the order in which lists are paged, so that a page costs the same wherever it lies. */
export async function createListOrder(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('users_people')
    .on('users')
    .columns(['client_id', 'created_at', 'id'])
    .where(sql<boolean>`kind = 'person' and removed_at is null`)
    .execute();
  await db.schema.dropIndex('payments_client').execute();
  await db.schema.createIndex('payments_client').on('payments').columns(['client_id', 'created_at', 'id']).execute();
  // Lists in one state, such as the few payments that wait among thousands that are done.
  await db.schema
    .createIndex('payments_state')
    .on('payments')
    .columns(['client_id', 'state', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('address_links_email').on('address_links').column('email').execute();
}
