import type { Language } from '../../../calculators/kit/index.ts';
import type { Reader } from '../../records/records.ts';

/** Remembers the language in which a user has signed in, or which was chosen since: mails come in it. */
export async function rememberLanguage(db: Reader, userId: string, language: Language): Promise<void> {
  await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('language', 'is', null), eb('language', '<>', language)]))
    .execute();
}
