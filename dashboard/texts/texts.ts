import type en from './en.json';
import { directionOf, localeOf } from './languages.ts';

type Texts = typeof en;
type KeyOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}` }[keyof T & string];

/** The name of a text: `signIn.title` is the member `title` of `signIn`. */
export type TextKey = KeyOf<Texts>;

export type TextValues = Readonly<Record<string, string | number>>;

/** Loads a language. The build makes one chunk per file, and a visitor loads one of them. */
async function load(language: string): Promise<unknown> {
  const file: { readonly default: unknown } = await import(/* @vite-ignore */ `./${language}.json`);
  return file.default;
}

let chosen = 'en';
let texts: unknown;
/** The English texts, if the language lacks some. */
let english: unknown;

/** The language of the page. */
export function language(): string {
  return chosen;
}

/** Loads a language and uses it from the next redraw. */
export async function speak(language: string): Promise<void> {
  texts = await load(language);
  english = hasGaps(texts) ? await load('en') : undefined;
  chosen = language;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/**
 * A text in the language of the page. A plural is written as in ICU, with plain text in its branches: `{n, plural, one
 * {# key} other {# keys}}`.
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
  return findIn(texts, key) || findIn(english, key);
}

function findIn(texts: unknown, key: string): string | undefined {
  let found: unknown = texts;
  for (const part of key.split('.'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Whether a text is empty because it waits for its translation. */
function hasGaps(texts: unknown): boolean {
  return typeof texts === 'string' ? texts === '' : Object.values(Object(texts)).some(hasGaps);
}

function filled(text: string, values: TextValues): string {
  return withPlurals(text, values).replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? value.toLocaleString(localeOf(chosen)) : isolated(value);
  });
}

const PLURAL = /\{(\w+), plural, ((?:\w+ \{[^{}]*\} ?)+)\}/g;

function withPlurals(text: string, values: TextValues): string {
  return text.replace(PLURAL, (plural, name: string, branches: string) => {
    const value = values[name];
    if (typeof value !== 'number') return plural;
    const forms = new Map([...branches.matchAll(/(\w+) \{([^{}]*)\}/g)].map(([, form, branch]) => [form, branch]));
    const form = new Intl.PluralRules(localeOf(chosen)).select(value);
    return (forms.get(form) ?? forms.get('other') ?? plural).replaceAll('#', value.toLocaleString(localeOf(chosen)));
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
