import type en from './en.json';
import { directionOf, LANGUAGE_NAMES, localeOf } from './languages.ts';

type Texts = typeof en;
type KeyOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}` }[keyof T & string];

/** The name of a text: `signIn.title` is the member `title` of `signIn`. */
export type TextKey = KeyOf<Texts>;

export type TextValues = Readonly<Record<string, string | number>>;

/** One chunk per language: a visitor loads one of them. */
const loaders: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  ar: () => import('./ar.json'),
  de: () => import('./de.json'),
  en: () => import('./en.json'),
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
  hi: () => import('./hi.json'),
  ja: () => import('./ja.json'),
  pt: () => import('./pt.json'),
};

/** All languages, in the order of the menu. */
export const languages: readonly string[] = Object.keys(LANGUAGE_NAMES).filter((language) => language in loaders);

let chosen = 'en';
let texts: unknown;

/** The language of the page. */
export function language(): string {
  return chosen;
}

/** Loads a language and uses it from the next redraw. */
export async function speak(language: string): Promise<void> {
  texts = (await loaders[language]?.())?.default;
  chosen = language;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/**
 * A text in the language of the page. There are no plural forms: word texts so that none are needed.
 *
 * @param values values for `{name}`; numbers are formatted for the language
 * @example t('overview.usedOf', { used: 1200, quota: 5000 })
 */
export function t(key: TextKey, values: TextValues = {}): string {
  return filled(textOf(key), values);
}

/** A text for a value of the API, such as `roles.admin`; the value itself if it has no text. */
export function nameOf(group: keyof Texts, value: string): string {
  const key = `${group}.${value}`;
  return find(key) ?? value;
}

function textOf(key: string): string {
  const text = find(key);
  if (text === undefined) throw new RangeError(`there is no text ${key}`);
  return text;
}

function find(key: string): string | undefined {
  let found: unknown = texts;
  for (const part of key.split('.'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined;
  return typeof found === 'string' ? found : undefined;
}

function filled(text: string, values: TextValues): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? value.toLocaleString(localeOf(chosen)) : isolated(value);
  });
}

/** Letters of right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Between marks (UAX #9: FSI, PDI) that keep a name from turning what stands around it: a Latin name in an Arabic
 * sentence, and an Arabic name in any other.
 */
function isolated(value: string): string {
  return directionOf(chosen) === 'rtl' || RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}
