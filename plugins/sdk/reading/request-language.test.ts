import { expect, it } from 'vitest';
import { LANGUAGES } from '../../../calculators/kit/index.ts';
import { requestLanguage } from './request-language.ts';

it.each([
  [['lang', 'de'], 'fr', LANGUAGES, 'de'],
  [['lang', 'pt-BR'], undefined, LANGUAGES, 'pt'],
  [['weight', 'de'], 'fr', LANGUAGES, 'fr'],
  [['lang', 'xx'], 'fr', LANGUAGES, 'fr'],
  [['lang', 'de'], 'fr', ['en', 'fr'], 'fr'],
  [['lang', 'de'], undefined, ['en', 'fr'], 'en'],
  [null, 'fr', LANGUAGES, 'fr'],
] as const)('the query %j with Accept-Language %j, of %j, gets %s', (query, header, offered, language) => {
  expect(requestLanguage(query, header, offered)).toBe(language);
});
