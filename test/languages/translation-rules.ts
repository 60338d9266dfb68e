/** The rules that a translation of an English message must keep. Each returns the passages that break it. */

/** A unit in English behind a number or a placeholder: `240.5 months`, `{max} kcal/day`. */
const ENGLISH_UNIT =
  /(?:\d|\})[\s\u00a0\u202f]*(?:(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?)|\S*\/(?:day|week|d))(?![\p{L}\d_’])/gu;

/** Units that are words of the language too. */
const OWN_UNITS: Readonly<Record<string, RegExp>> = { fr: /minutes?$/ };

/** Unit words that were left in English. */
export function englishUnits(language: string, text: string): string[] {
  return (text.match(ENGLISH_UNIT) ?? []).filter((found) => !OWN_UNITS[language]?.test(found));
}

/** The decimal mark in prose. Values that a caller types have a point in every language. */
export const DECIMAL_MARKS: Readonly<Record<string, ',' | '.'>> = {
  es: ',',
  de: ',',
  fr: ',',
  pt: ',',
  ja: '.',
  hi: '.',
  ar: '.',
};

/** A number with one point or comma, but not a version, an address, a date or a name such as PM2.5. */
const MARKED_NUMBER = /(?<![\p{L}\d.,:/_-])\d+([.,])\d+(?![\d_:/-]|[.,]\d)/gu;

/**
 * Numbers whose decimal mark is not the one of the language. A point or comma that the English text does not have as a
 * decimal point separates thousands.
 */
export function wrongDecimals(language: string, english: string, text: string): string[] {
  const decimals = new Set(english.match(MARKED_NUMBER)?.filter((number) => number.includes('.')));
  return [...text.matchAll(MARKED_NUMBER)]
    .filter(([number, mark]) => mark !== DECIMAL_MARKS[language] && decimals.has(number.replace(',', '.')))
    .map(([number]) => number);
}

/** A text between isolates, or a placeholder, which the formatter isolates. */
const ISOLATED = /[\u2066-\u2068][^\u2066-\u2069]*\u2069|\{\w+\}/g;

/**
 * Literals that Arabic text around them tears apart (UAX #9), because digits and signs take its direction. Names of the
 * API are isolated too, so that a reader can tell where they end.
 */
const TORN: readonly RegExp[] = [
  // A date or a range: 2026-11-01, 18.5–24.9.
  /\d[\d.:]*\s?[-–−]\s?\d[\d.:-]*/g,
  // A number with a sign: −3, +0.65, ±8.5.
  /(?<![\p{L}\d)])[-−+±]\s?\d[\d.]*/gu,
  // A temperature: 10 °C.
  /\d\s?[\u00a0\u202f]?°[CF]/g,
  // A path, or an address with colons: /api/v1, 2001:db8::/32.
  /(?<![\p{L}\d])\/[a-z][\w/-]*/gu,
  /\d+:[\da-f]+::?\S*/g,
  // A name or a setting of the API: body_fat, pack-years, units=imperial, X-API-Key.
  /(?<![\p{L}\d_-])(?:[a-z][a-z\d]*(?:[-_][a-z\d]+)+|[\w-]+=[\w-]+|X-[A-Za-z-]+)(?![\p{L}\d_-])/gu,
  // A formula: 208 − 0.7 × age, waist / height².
  /[A-Za-z²³)]\s?[×÷·*^=/+−]\s[A-Za-z\d(]|\d\s?[×÷·*^=/+−]\s[A-Za-z(]/g,
];

/** Literals without isolates in a message of a right-to-left language. */
export function tornLiterals(text: string): string[] {
  const open = text.replaceAll(ISOLATED, ' ');
  return [...new Set(TORN.flatMap((pattern) => open.match(pattern) ?? []))];
}

/** The scores that a text explains, `0 = ...; 1 = ...`: each number before an equals sign. */
export function scoresIn(text: string): string {
  return [...text.matchAll(/(?<=^|[:;；；؛：]\s*)[\u2066\u2068]?(\d+) = /g)].map(([, score]) => score).join(' ');
}

/** Whether a translation explains the same scores in the same form as the English text. */
export function hasSameScores(english: string, text: string): boolean {
  return scoresIn(text) === scoresIn(english);
}

/** Phrases that no text of a language may contain, with what to write instead. */
export type Calques = Readonly<Record<string, string>>;

/** Forbidden phrases in a text. Capitals and no-break spaces do not count. */
export function calquesIn(calques: Calques, text: string): string[] {
  const plain = (part: string) => part.toLowerCase().replaceAll(/[\u00a0\u202f]/g, ' ');
  return Object.entries(calques)
    .filter(([phrase]) => plain(text).includes(plain(phrase)))
    .map(([phrase, instead]) => `${phrase} → ${instead}`);
}
