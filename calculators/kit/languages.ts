import Negotiator from 'negotiator';

/** The languages of the product, English first: what is not to be had in another falls back to it. */
export const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'ja', 'hi', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'en';

/**
 * The language that a tag names: `pt-BR` is `pt`, case does not matter (RFC 5646, section 2.1.1).
 *
 * @returns `null` for a tag of another language
 */
export function languageOfTag(tag: string): Language | null {
  const primary = tag.split('-', 1)[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary) ?? null;
}

/** Longest `Accept-Language` that is read, in characters; browsers send fewer than 200. A longer one counts as absent. */
const LONGEST_HEADER = 1_000;

/**
 * Headers whose language is remembered; browsers send few different ones. Both bounds together keep invented headers from
 * growing the memory: 2 MB at most.
 */
const MOST_HEADERS = 1_000;
const negotiated = new Map<string, Language>();

/**
 * The best of the offered languages for an `Accept-Language` header (RFC 9110, section 12.5.4); English where the
 * header is absent, too long, or names none of them.
 */
export function negotiateLanguage(
  acceptLanguage: string | undefined,
  offered: readonly Language[] = LANGUAGES,
): Language {
  if (!acceptLanguage || acceptLanguage.length > LONGEST_HEADER) return DEFAULT_LANGUAGE;
  if (offered.length !== LANGUAGES.length) return bestOf(acceptLanguage, offered);
  const remembered = negotiated.get(acceptLanguage);
  if (remembered) return remembered;
  const best = bestOf(acceptLanguage, offered);
  if (negotiated.size >= MOST_HEADERS) negotiated.clear();
  negotiated.set(acceptLanguage, best);
  return best;
}

function bestOf(acceptLanguage: string, offered: readonly Language[]): Language {
  const wanted = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages();
  const languages = wanted.map((tag) => (tag === '*' ? DEFAULT_LANGUAGE : languageOfTag(tag)));
  return languages.find((language) => language && offered.includes(language)) ?? DEFAULT_LANGUAGE;
}
