import { type Kysely, sql } from 'kysely';

/**
 * Accounts with several people: applications beside persons, unconfirmed addresses, removed users, the first characters
 * of a key, the usage that developers may see, plan changes scheduled for the end of the month, and the price of a
 * credit.
 */
export async function addPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('kind', 'text', (column) =>
      column.notNull().defaultTo('person').check(sql`kind in ('person', 'application')`),
    )
    .execute();
  await db.schema.alterTable('users').addColumn('invited_email', 'text').execute();
  await db.schema.alterTable('users').addColumn('removed_at', 'bigint').execute();
  await db.schema.alterTable('keys').addColumn('start', 'text').execute();
  await db.schema.createIndex('keys_user').on('keys').column('user_id').execute();
  await db.schema
    .alterTable('clients')
    .addColumn('developer_usage', 'text', (column) =>
      column.notNull().defaultTo('none').check(sql`developer_usage in ('none', 'own')`),
    )
    .execute();
  await db.schema
    .alterTable('clients')
    .addColumn('next_plan', 'text', (column) => column.references('plans.name'))
    .execute();
  await db.schema.alterTable('clients').addColumn('next_plan_at', 'bigint').execute();
  await db.schema.createIndex('clients_next_plan').on('clients').column('next_plan_at').execute();
  await addPrices(db);
}

async function addPrices(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('plans').addColumn('price_amount', 'bigint').execute();
  await db.schema.alterTable('plans').addColumn('price_currency', 'text').execute();
  await db.schema
    .alterTable('plans')
    .addColumn('offered', 'bigint', (column) => column.notNull().defaultTo(0).check(sql`offered in (0, 1)`))
    .execute();
  // A client that pays nothing must not be able to choose a larger plan. The plans file decides which others are
  // offered.
  await sql`update plans set offered = 1 where name = 'free'`.execute(db);
}
