import type { Kysely } from 'kysely';

/** The language in which a user has last signed in: mails that nobody has asked for are written in it. */
export async function addUserLanguage(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('language', 'text').execute();
}
