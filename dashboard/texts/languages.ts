/** The languages by their own names, in the order of the menu. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
  hi: 'हिन्दी',
  ar: 'العربية',
};

/** The locale of numbers and times: their digits are those that the API itself writes, in every language. */
export function localeOf(language: string): string {
  return `${language}-u-nu-latn`;
}

/** The writing direction of a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
