import type { Language } from '../../../calculators/kit/index.ts';
import type { Reader } from '../../records/records.ts';

/** Saves the language of a user's sign-in or later choice; the user's mails use it. */
export async function rememberLanguage(db: Reader, userId: string, language: Language): Promise<void> {
  await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('language', 'is', null), eb('language', '<>', language)]))
    .execute();
}
