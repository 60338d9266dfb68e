import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../calculators/kit/index.ts';
import { localMonth, localNumber, localTime } from './local-formats.ts';

// Expected texts: Unicode CLDR 47, gregorian calendar (dateFormats long, availableFormats yMMMM) and number symbols.
const NUMBERS: Readonly<Record<Language, string>> = {
  en: '12,345',
  es: '12.345',
  de: '12.345',
  fr: '12\u202f345',
  pt: '12.345',
  ja: '12,345',
  hi: '12,345',
  ar: '12,345',
};
it.each(LANGUAGES)('numbers have the separators of the language: %s', (language) => {
  expect(localNumber(language, 12_345)).toBe(NUMBERS[language]);
});

const MONTHS: Readonly<Record<Language, string>> = {
  en: 'October 2026',
  es: 'octubre de 2026',
  de: 'Oktober 2026',
  fr: 'octobre 2026',
  pt: 'outubro de 2026',
  ja: '2026年10月',
  hi: 'अक्टूबर 2026',
  ar: 'أكتوبر 2026',
};
it.each(LANGUAGES)('a month has its name: %s', (language) => {
  expect(localMonth(language, '2026-10')).toBe(MONTHS[language]);
});

const DAYS: Readonly<Record<Language, string>> = {
  en: 'November 2, 2026',
  es: '2 de noviembre de 2026',
  de: '2. November 2026',
  fr: '2 novembre 2026',
  pt: '2 de novembro de 2026',
  ja: '2026年11月2日',
  hi: '2 नवंबर 2026',
  ar: '2 نوفمبر 2026',
};
it.each(LANGUAGES)('a time has its day in words, and its minute in UTC: %s', (language) => {
  const text = localTime(language, Date.UTC(2026, 10, 2, 23, 5, 59));
  expect(text).toMatch(new RegExp(`^${DAYS[language]}.* 23:05.* UTC$`));
});

it('a day outside the calendar of ISO 8601 does not break a mail', () => {
  expect(localTime('de', Number.NaN)).toMatch(/UTC$/);
});
