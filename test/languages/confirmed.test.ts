import { expect, it } from 'vitest';
import { staleMessages } from '../../gateway/cli/languages/confirmations.ts';
import { missingMessages } from '../../gateway/cli/languages/new-language.ts';
import { LANGUAGES } from '../../plugins/sdk/index.ts';

const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');

// A change of an English text makes its translations stale. Somebody reads both, and says so:
// npm run languages -- confirm <language> <key>
it.each(TRANSLATIONS)('every translation in %s is confirmed against the present English text', (language) => {
  expect(staleMessages(language).map(({ folder, key }) => `${language} ${folder}:${key}`)).toEqual([]);
});

it.each(TRANSLATIONS)('every message is translated into %s', (language) => {
  expect(missingMessages(language)).toEqual([]);
});
