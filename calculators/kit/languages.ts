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

/** Browsers send few different headers; a bound keeps invented ones from growing the memory. */
const REMEMBERED_HEADERS = 1_000;
const negotiated = new Map<string, Language>();

/**
 * The best of the offered languages for an `Accept-Language` header (RFC 9110, section 12.5.4); English where the
 * header is absent or names none of them.
 */
export function negotiateLanguage(
  acceptLanguage: string | undefined,
  offered: readonly Language[] = LANGUAGES,
): Language {
  if (!acceptLanguage) return DEFAULT_LANGUAGE;
  const remembered = offered.length === LANGUAGES.length ? negotiated.get(acceptLanguage) : undefined;
  if (remembered) return remembered;
  const wanted = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages();
  const best =
    wanted.map((tag) => (tag === '*' ? DEFAULT_LANGUAGE : languageOfTag(tag))).find((l) => l && offered.includes(l)) ??
    DEFAULT_LANGUAGE;
  if (offered.length === LANGUAGES.length && negotiated.size < REMEMBERED_HEADERS) negotiated.set(acceptLanguage, best);
  return best;
}
