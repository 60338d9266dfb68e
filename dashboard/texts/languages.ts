import { LANGUAGES } from '../../calculators/kit/languages.ts';

export { directionOf, localeOf, nameOfLanguage } from '../../calculators/kit/languages.ts';

/** All languages, in the order of the menu. */
export const languages: readonly string[] = LANGUAGES;
