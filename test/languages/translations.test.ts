import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageFolders, messagesOf, REPOSITORY } from '../../gateway/cli/languages/message-files.ts';
import { LANGUAGES } from '../../plugins/sdk/index.ts';
import calques from './calques.json' with { type: 'json' };
import {
  type Calques,
  calquesIn,
  englishUnits,
  hasSameScores,
  scoresIn,
  tornLiterals,
  wrongDecimals,
} from './translation-rules.ts';

const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');
const FORBIDDEN: Readonly<Record<string, Calques>> = calques;
const MESSAGE_FOLDERS = messageFolders();
const ENGLISH = new Map(MESSAGE_FOLDERS.map((folder) => [folder, messagesOf(folder, 'en')]));

/** Messages with values that a caller types, or with the name of a version: they have a point in every language. */
const WITH_POINT = new Set([
  'calculators/body/messages adjusted-body-weight.inputs.factor',
  'calculators/kit/messages input.not_a_number',
  'calculators/liver/messages equations.meld_3',
  'calculators/liver/messages meld.summary',
  'calculators/training/messages parameters.air_density',
]);

describe.each(TRANSLATIONS)('the messages in %s', (language) => {
  /** The passages of all messages that break a rule, each with its place. */
  function broken(rule: (text: string, english: string, place: string) => readonly string[]): string[] {
    return MESSAGE_FOLDERS.flatMap((folder) => {
      const english = ENGLISH.get(folder);
      return [...messagesOf(folder, language)].flatMap(([key, text]) => {
        const found = rule(text, english?.get(key) ?? '', `${folder} ${key}`);
        return found.length === 0 ? [] : `${language} ${folder} ${key}: ${found.join(' | ')}`;
      });
    });
  }

  it('have no unit left in English', () => {
    expect(broken((text) => englishUnits(language, text))).toEqual([]);
  });

  it('have the decimal mark of the language', () => {
    const rule = (text: string, english: string, place: string) =>
      WITH_POINT.has(place) ? [] : wrongDecimals(language, english, text);
    expect(broken(rule)).toEqual([]);
  });

  it('explain scores in the form of the English message', () => {
    const rule = (text: string, english: string) =>
      scoresIn(english) === '' || hasSameScores(english, text) ? [] : [text];
    expect(broken(rule)).toEqual([]);
  });

  it('have no phrase that readers misunderstood', () => {
    expect(broken((text) => calquesIn(FORBIDDEN[language] ?? {}, text))).toEqual([]);
  });
});

it('isolate the literals in Arabic that the text around them would tear', () => {
  const torn = MESSAGE_FOLDERS.flatMap((folder) =>
    [...messagesOf(folder, 'ar')].flatMap(([key, text]) => {
      const found = tornLiterals(text);
      return found.length === 0 ? [] : `${folder} ${key}: ${found.join(' | ')}`;
    }),
  );
  expect(torn).toEqual([]);
});

it('the translated pages have no phrase that readers misunderstood', () => {
  const pages = globSync('docs/languages/*/**/*.md', { cwd: REPOSITORY });
  const found = pages.flatMap((page) => {
    const [, , language = ''] = page.replaceAll('\\', '/').split('/');
    return calquesIn(FORBIDDEN[language] ?? {}, readFileSync(join(REPOSITORY, page), 'utf8')).map(
      (phrase) => `${page}: ${phrase}`,
    );
  });
  expect(found).toEqual([]);
});
