import { type Kysely, sql } from 'kysely';

/** Plans, clients, users, keys and one-time links. */
export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await createPlans(db);
  await createClients(db);
  await createKeys(db);
}

async function createPlans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('quota', 'bigint')
    .addColumn('burst_q', 'bigint')
    .addColumn('burst_w', 'bigint')
    .addColumn('mode', 'text', (column) => column.notNull().check(sql`mode in ('block', 'credits', 'soft')`))
    .addColumn('ceiling', 'bigint')
    .addColumn('calculators', 'text')
    .addCheckConstraint('plans_burst', sql`(burst_q is null) = (burst_w is null)`)
    .execute();
  // Defaults of a new installation; a plans file may change them. The burst is per key: 1, 10, 50, 500 a second.
  await sql`insert into plans (name, quota, burst_q, burst_w, mode) values
    ('local', null, null, null, 'soft'),
    ('free', 1000, 10, 10, 'credits'),
    ('starter', 25000, 100, 10, 'credits'),
    ('pro', 250000, 500, 10, 'credits'),
    ('enterprise', 5000000, 5000, 10, 'credits')`.execute(db);
}

async function createClients(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('clients')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull().references('plans.name'))
    .addColumn('overrides', 'text', (column) => column.notNull())
    .addColumn('limits_version', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('clients_name').on('clients').column('name').execute();
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('admin', 'developer', 'finance')`))
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('invited', 'active', 'disabled')`))
    .addColumn('password_hash', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('users_client').on('users').column('client_id').execute();
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull().check(sql`environment in ('dev', 'test', 'live')`))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('replaced_by', 'text', (column) => column.references('keys.id'))
    .addColumn('calculators', 'text')
    .addColumn('networks', 'text')
    .addColumn('cap', 'bigint')
    .execute();
  await db.schema.createIndex('keys_client').on('keys').column('client_id').execute();
  await db.schema
    .createTable('setup_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('purpose', 'text', (column) => column.notNull().check(sql`purpose in ('set-password', 'invitation')`))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
}
