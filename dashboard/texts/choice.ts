import { languages } from './languages.ts';

const KEPT = 'language';

/**
 * The language to begin with: what the address asks for, else what was chosen here before, else what the gateway has
 * negotiated with the browser.
 */
export function firstLanguage(): string {
  const negotiated = document.documentElement.lang;
  const asked = new URLSearchParams(location.search).has('lang');
  const found = [...(asked ? [] : [kept()]), negotiated].find((language) => languages.includes(language));
  if (asked && found) keepLanguage(found);
  return found ?? 'en';
}

/** A browser may refuse storage: then the choice lasts as long as the page. */
export function keepLanguage(language: string): void {
  try {
    localStorage.setItem(KEPT, language);
  } catch {}
}

function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}
