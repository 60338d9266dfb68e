import { type Kysely, sql } from 'kysely';

/**
 * Families of keys, which share burst and cap: a key and the keys that replace it by rotation. Also whether a key may
 * rotate itself, and how many keys and users a plan allows.
 */
export async function addKeyFamilies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('keys')
    .addColumn('family', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await nameFamilies(db);
  await db.schema.createIndex('keys_family').on('keys').column('family').execute();
  await db.schema
    .alterTable('keys')
    .addColumn('rotates_itself', 'bigint', (column) =>
      column.notNull().defaultTo(0).check(sql`rotates_itself in (0, 1)`),
    )
    .execute();
  await db.schema.dropIndex('keys_client').execute();
  await db.schema.createIndex('keys_client').on('keys').columns(['client_id', 'created_at', 'id']).execute();
  await addMostOfPlans(db);
}

/**
 * A chain is named after its last key, because counters are stored under the key's id: the counters of the current key
 * continue without a gap.
 */
async function nameFamilies(db: Kysely<unknown>): Promise<void> {
  // Without this index every step along a chain of thousands of rotations would scan the whole table.
  await db.schema.createIndex('keys_replaced_by').on('keys').column('replaced_by').execute();
  await sql`with recursive chain (id, last) as (
      select id, id from keys where replaced_by is null
      union all
      select keys.id, chain.last from keys join chain on keys.replaced_by = chain.id
    )
    update keys set family = chain.last from chain where chain.id = keys.id`.execute(db);
  await db.schema.dropIndex('keys_replaced_by').execute();
}

async function addMostOfPlans(db: Kysely<unknown>): Promise<void> {
  for (const column of ['most_keys', 'most_users']) {
    await db.schema
      .alterTable('plans')
      .addColumn(column, 'bigint', (added) => added.defaultTo(100))
      .execute();
  }
  // The plan of a local installation has no limits.
  await sql`update plans set most_keys = null, most_users = null where name = 'local'`.execute(db);
}
