import { type Language, languageOfTag } from '../../../calculators/kit/index.ts';
import { negotiateLanguage } from './accept-language.ts';

/**
 * Decides the language of an answer: an offered language from `lang` in the query, else from `Accept-Language`, else
 * English. The code that receives a request decides once and passes the language on.
 *
 * @param query name and value in turn; `null` if it is malformed
 */
export function requestLanguage(
  query: readonly string[] | null,
  acceptLanguage: string | undefined,
  offered: readonly Language[],
): Language {
  return namedLanguage(query, offered) ?? negotiateLanguage(acceptLanguage, offered);
}

/** The first offered language that `lang` names in the query, or `null`. */
export function namedLanguage(query: readonly string[] | null, offered: readonly Language[]): Language | null {
  if (query) {
    for (let at = 0; at < query.length; at += 2) {
      const named = query[at] === 'lang' ? languageOfTag(query[at + 1] ?? '') : null;
      if (named && offered.includes(named)) return named;
    }
  }
  return null;
}
