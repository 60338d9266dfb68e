import { LANGUAGES } from '../../calculators/kit/languages.ts';

export { directionOf, localeOf } from '../../calculators/kit/languages.ts';

/** All languages, in the order of the menu. */
export const languages: readonly string[] = LANGUAGES;

/** A language by its own name, as in a menu: `Deutsch`, `Español`. */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
