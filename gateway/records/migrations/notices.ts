import type { Kysely } from 'kysely';

/** The language of a user's last sign-in, used for mails that no request caused. */
export async function addUserLanguage(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('language', 'text').execute();
}
