/** The languages of the product. English comes first: texts that another language lacks are in English. */
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

/**
 * The locale of formatted numbers and dates. Its digits are 0 to 9 in every language: callers copy numbers from texts
 * into requests, which accept no others.
 */
export function localeOf(language: string): string {
  return `${language}-u-nu-latn`;
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set<Language>(['ar']);

/** The writing direction of a language, as in the attribute `dir` of HTML. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}

/** A language by its own name, as in a menu: `Deutsch`, `Español`. */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
