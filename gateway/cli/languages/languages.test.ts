import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { confirm, staleMessages } from './confirmations.ts';
import { messagesOf, REPOSITORY } from './message-files.ts';
import { missingMessages, newLanguage } from './new-language.ts';

/** A repository with these files, and the other folders where messages may stand. */
function repositoryOf(files: Readonly<Record<string, unknown>>): string {
  const root = temporaryFolder('languages');
  for (const folder of ['calculators', 'gateway', 'plugins', 'dashboard/texts']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  }
  return root;
}

const TEXTS = 'calculators/body/messages';
const write = (root: string, file: string, content: unknown) =>
  writeFileSync(join(root, file), JSON.stringify(content));
const keysOf = (places: readonly { readonly key: string }[]) => places.map(({ key }) => key);

describe('a new language', () => {
  const english = { b: 'second comes first', a: { c: 'deep {n}' } };

  it('has every message of English as an empty text, in the same order, in the dashboard too', () => {
    const root = repositoryOf({ [`${TEXTS}/en.json`]: english, 'dashboard/texts/en.json': { title: 'Title' } });
    expect(newLanguage('it', root)).toBe(3);
    expect(readFileSync(join(root, TEXTS, 'it.json'), 'utf8')).toBe('{\n  "b": "",\n  "a": {\n    "c": ""\n  }\n}\n');
    expect(missingMessages('it', root)).toEqual([
      { folder: TEXTS, key: 'b', english: 'second comes first' },
      { folder: TEXTS, key: 'a.c', english: 'deep {n}' },
      { folder: 'dashboard/texts', key: 'title', english: 'Title' },
    ]);
  });

  it('keeps its translations when it is made again, gets new messages and loses those that English lost', () => {
    const root = repositoryOf({
      [`${TEXTS}/en.json`]: english,
      [`${TEXTS}/it.json`]: { a: { c: 'profondo {n}' }, gone: 'via' },
    });
    expect(newLanguage('it', root)).toBe(1);
    expect([...messagesOf(TEXTS, 'it', root)]).toEqual([['a.c', 'profondo {n}']]);
    expect(keysOf(missingMessages('it', root))).toEqual(['b']);
  });

  it.each(['en', 'IT', 'zh-hans', '../it', 'it_IT', ''])(
    'is refused under the tag %j, and nothing is written',
    (tag) => {
      const root = repositoryOf({ [`${TEXTS}/en.json`]: english });
      expect(() => newLanguage(tag, root)).toThrow(/is not the tag/);
    },
  );

  it('takes the tag of a script', () => {
    expect(newLanguage('zh-Hans', repositoryOf({ [`${TEXTS}/en.json`]: english }))).toBe(2);
  });

  // As the guide has it: the command, one line, one translated message.
  it('is spoken where it is translated, and is English message by message where it is not', () => {
    const root = repositoryOf({});
    cpSync(join(REPOSITORY, 'calculators/kit'), join(root, 'calculators/kit'), { recursive: true });
    cpSync(join(REPOSITORY, 'package.json'), join(root, 'package.json'));
    symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
    newLanguage('it', root);
    const list = join(root, 'calculators/kit/languages.ts');
    writeFileSync(list, readFileSync(list, 'utf8').replace("LANGUAGES = ['en',", "LANGUAGES = ['en', 'it',"));
    const file = join(root, 'calculators/kit/messages/it.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"male": ""', '"male": "Maschio"'));
    const program = `
      const { kitMessages } = await import('./calculators/kit/family.ts');
      const { languageOfTag } = await import('./calculators/kit/languages.ts');
      const texts = ['gender.male', 'input.missing'].map((key) => kitMessages.text('it', key, { field: 'weight' }));
      console.log([languageOfTag('it-CH'), ...texts].join('\\n'));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root });
    expect(printed.toString().trim().split('\n')).toEqual(['it', 'Maschio', 'weight is required.']);
  });
});

describe('a translation', () => {
  const repository = () =>
    repositoryOf({
      [`${TEXTS}/en.json`]: { one: 'One', two: 'Two' },
      [`${TEXTS}/de.json`]: { one: 'Eins', two: '' },
      [`${TEXTS}/fr.json`]: { one: 'Un', two: 'Deux' },
    });

  it('is stale until it is confirmed, each language for itself; a missing one is not stale', () => {
    const root = repository();
    expect(keysOf(staleMessages('de', root))).toEqual(['one']);
    expect(keysOf(staleMessages('fr', root))).toEqual(['one', 'two']);
    expect(confirm('de', [], root)).toBe(1);
    expect(staleMessages('de', root)).toEqual([]);
    expect(keysOf(staleMessages('fr', root))).toEqual(['one', 'two']);
  });

  it('is confirmed by its key, in one folder if that is named', () => {
    const root = repository();
    expect(confirm('fr', ['gateway/mail/messages:one'], root)).toBe(0);
    expect(confirm('de', [`${TEXTS}:one`], root)).toBe(1);
    expect(confirm('fr', ['tw'], root)).toBe(0);
    expect(confirm('fr', ['two'], root)).toBe(1);
    expect(keysOf(staleMessages('fr', root))).toEqual(['one']);
  });

  it('becomes stale with a change of the English text, and another language does not confirm it', () => {
    const root = repository();
    for (const language of ['de', 'fr']) confirm(language, [], root);
    write(root, `${TEXTS}/en.json`, { one: 'One, changed', two: 'Two' });
    expect(staleMessages('fr', root)).toEqual([{ folder: TEXTS, key: 'one' }]);
    confirm('de', [], root);
    expect(staleMessages('de', root)).toEqual([]);
    expect(keysOf(staleMessages('fr', root))).toEqual(['one']);
  });

  it('that English lost leaves the confirmations', () => {
    const root = repository();
    confirm('fr', [], root);
    write(root, `${TEXTS}/en.json`, { two: 'Two' });
    confirm('fr', [], root);
    const file = join(root, 'calculators/glossary/confirmed/calculators.body.messages.json');
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toEqual(['two']);
  });
});
