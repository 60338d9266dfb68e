import { type Language, languageOfTag, negotiateLanguage } from '../../calculators/kit/index.ts';

/**
 * Language of an answer: `lang` in the query, else `Accept-Language`, of those offered, else English.
 *
 * @param query name and value in turn; `null` where it is malformed
 */
export function requestLanguage(
  query: readonly string[] | null,
  acceptLanguage: string | undefined,
  offered: readonly Language[],
): Language {
  if (query) {
    for (let at = 0; at < query.length; at += 2) {
      const named = query[at] === 'lang' ? languageOfTag(query[at + 1] ?? '') : null;
      if (named && offered.includes(named)) return named;
    }
  }
  return negotiateLanguage(acceptLanguage, offered);
}
