import { type Kysely, sql } from 'kysely';

/** Indexes in the order of paged lists, so that every page costs the same. */
export async function createListOrder(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('users_people')
    .on('users')
    .columns(['client_id', 'created_at', 'id'])
    .where(sql<boolean>`kind = 'person' and removed_at is null`)
    .execute();
  await db.schema.dropIndex('payments_client').execute();
  await db.schema.createIndex('payments_client').on('payments').columns(['client_id', 'created_at', 'id']).execute();
  // Lists of one state, such as the few pending payments among thousands.
  await db.schema
    .createIndex('payments_state')
    .on('payments')
    .columns(['client_id', 'state', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('address_links_email').on('address_links').column('email').execute();
}
