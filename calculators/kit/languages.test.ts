import { expect, it } from 'vitest';
import { languageOfTag } from './languages.ts';

it.each([
  ['pt-BR', 'pt'],
  ['DE', 'de'],
  ['ar-EG', 'ar'],
  ['it', null],
  ['', null],
])('the tag %j names %s', (tag, language) => {
  expect(languageOfTag(tag)).toBe(language);
});
