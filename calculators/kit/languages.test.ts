import { expect, it } from 'vitest';
import { directionOf, LANGUAGES, languageOfTag } from './languages.ts';

it.each([
  ['pt-BR', 'pt'],
  ['DE', 'de'],
  ['ar-EG', 'ar'],
  ['it', null],
  ['', null],
])('the tag %j names %s', (tag, language) => {
  expect(languageOfTag(tag)).toBe(language);
});

it('a language is written from right to left exactly if its script is', () => {
  const scripts = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm'];
  const isMirrored = (language: string) => scripts.includes(new Intl.Locale(language).maximize().script ?? '');
  for (const language of LANGUAGES) {
    expect([language, directionOf(language)]).toEqual([language, isMirrored(language) ? 'rtl' : 'ltr']);
  }
});
