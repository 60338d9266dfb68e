import { expect, it } from 'vitest';
import { negotiateLanguage } from './accept-language.ts';

it.each([
  [undefined, 'en'],
  ['fr-CA, en;q=0.5', 'fr'],
  ['it, es;q=0.8, de;q=0.9', 'de'],
  ['*', 'en'],
  ['xx', 'en'],
  ['de;q=0, fr', 'fr'],
  ['not a header;;;q', 'en'],
])('Accept-Language %j gets %s', (header, language) => {
  expect(negotiateLanguage(header)).toBe(language);
});

it('answers only in a language that is offered', () => {
  expect(negotiateLanguage('de, fr;q=0.5', ['en', 'fr'])).toBe('fr');
});
