import { type Kysely, sql } from 'kysely';
import type { DialectName } from './migrations.ts';

/**
 * Links that end when their user changes: the address a link was mailed to, the user of a queued mail, changes of
 * address that can be undone, and the mails a client has sent to strangers per day.
 */
export async function addAccountLinks(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await db.schema.alterTable('setup_links').addColumn('email', 'text').execute();
  await db.schema.createIndex('setup_links_user').on('setup_links').column('user_id').execute();
  await db.schema.createIndex('address_links_user').on('address_links').column('user_id').execute();
  await nameUsersOfMails(db, dialect);
  await createEmailChanges(db, dialect);
  await db.schema
    .createTable('client_mails')
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('mails', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('client_mails_pk', ['client_id', 'day'])
    .execute();
  await endOlderLinks(db);
}

async function nameUsersOfMails(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await db.schema.alterTable('mails').addColumn('user_id', 'text').execute();
  const userId = dialect === 'sqlite' ? sql`json_extract(details, '$.userId')` : sql`details::json ->> 'userId'`;
  await sql`update mails set user_id = ${userId} where kind in ('email', 'invitation')`.execute(db);
}

async function createEmailChanges(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const table = db.schema.createTable('email_changes');
  const numbered =
    dialect === 'sqlite'
      ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      : table.addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity());
  await numbered
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.unique())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema.createIndex('email_changes_user').on('email_changes').column('user_id').execute();
}

/**
 * A link from before this release may have outlived a change of password or address that should have ended it. Users
 * can request another. A user without an address cannot, and keeps the link.
 */
async function endOlderLinks(db: Kysely<unknown>): Promise<void> {
  await sql`update address_links set used_at = expires_at where user_id is not null and used_at is null`.execute(db);
  await sql`
    update setup_links set used_at = expires_at
    where purpose = 'set-password' and used_at is null
      and user_id in (select id from users where email is not null)`.execute(db);
}
