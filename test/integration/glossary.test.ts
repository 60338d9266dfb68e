import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import exceptions from '../../calculators/glossary/exceptions.json' with { type: 'json' };
import { messageFolders, messagesOf as messagesIn } from '../../gateway/cli/languages/message-files.ts';
import { LANGUAGES, type Language } from '../../plugins/sdk/index.ts';

const ROOT = new URL('../../', import.meta.url);
const find = (pattern: string) =>
  globSync(pattern, { cwd: fileURLToPath(ROOT) })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');
/** The folders of messages, without the last part of their paths: `calculators/body`, `dashboard`. */
const FOLDERS = messageFolders().map((path) => path.slice(0, path.lastIndexOf('/')));

const messagesOf = (folder: string, language: Language) =>
  messagesIn(folder === 'dashboard' ? `${folder}/texts` : `${folder}/messages`, language);

interface Term {
  readonly name: string;
  /** The file of the term: one per field, `api` for the words of the API, `common` for shared words. */
  readonly field: string;
  readonly translations: Readonly<Record<string, string>>;
}

const TERMS: Term[] = find('calculators/glossary/terms/*.json').flatMap((path) =>
  Object.entries<Record<string, string>>(JSON.parse(read(path))).map(([name, translations]) => ({
    name,
    field: path.slice(path.lastIndexOf('/') + 1, -'.json'.length),
    translations,
  })),
);

/** `term | other form | other form @source` */
function parse(entry: string): { forms: string[]; source: string } {
  const at = entry.lastIndexOf(' @');
  return { forms: entry.slice(0, at).split(' | '), source: entry.slice(at + 2) };
}

/** Allowed differences in spelling: capitals, no-break spaces, and the vowel signs that Arabic mostly omits. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/[\u064b-\u0652\u0670]/g, '');

const formsOf = (term: Term, language: Language) => parse(term.translations[language] ?? ' @').forms.map(plain);

/** English forms as whole words, the longest first, so that "weight" does not match in "body weight". */
const ENGLISH = TERMS.flatMap((term) =>
  term.name.split(' | ').map((form) => ({
    term,
    form: plain(form),
    pattern: new RegExp(`(?<![\\w-])${RegExp.escape(plain(form))}s?(?![\\w-])`, 'g'),
  })),
).toSorted((one, other) => other.form.length - one.form.length);

/** Names of inputs, which no language translates: "Give either pace or speed, not both." */
const INPUTS = new Set(
  FOLDERS.flatMap((folder) => [...messagesOf(folder, 'en').keys()])
    .filter((key) => /(^|\.)(parameters|inputs|fields)\./.test(key))
    .map((key) => key.slice(key.lastIndexOf('.') + 1)),
);

function isSpokenIn(folder: string, { field }: Term): boolean {
  if (field === 'common') return true;
  const isOfGateway = !folder.startsWith('calculators/');
  return field === 'api' ? isOfGateway || folder === 'calculators/kit' : !isOfGateway;
}

/** Terms of an English message, each with the form used in it. */
function termsIn(folder: string, message: string): { term: Term; form: string }[] {
  let rest = plain(message.replaceAll(/\{\w+\}/g, '·'));
  return ENGLISH.filter(({ term, pattern }) => {
    if (!isSpokenIn(folder, term)) return false;
    const before = rest;
    rest = rest.replaceAll(pattern, '·');
    return rest !== before;
  });
}

const excepted = new Map(
  exceptions.flatMap(({ message, term, languages }) =>
    languages.split(' ').map((language) => [`${language} ${message}: ${term}`, false] as [string, boolean]),
  ),
);

describe.each(FOLDERS)('%s', (folder) => {
  const english = messagesOf(folder, 'en');

  it.each(TRANSLATIONS)('uses the terms of the glossary in %s', (language) => {
    const messages = messagesOf(folder, language);
    const otherwise: string[] = [];
    for (const [key, message] of english) {
      const translation = plain(messages.get(key) ?? '');
      for (const { term, form } of termsIn(folder, message)) {
        const forms = formsOf(term, language);
        if (INPUTS.has(form)) forms.push(form);
        if (forms.some((text) => translation.includes(text))) continue;
        const place = `${language} ${folder} ${key}: ${form}`;
        if (excepted.has(place)) excepted.set(place, true);
        else otherwise.push(`${place} → ${forms[0]} (${messages.get(key)})`);
      }
    }
    expect(otherwise).toEqual([]);
  });
});

it('has no exception that no message needs', () => {
  expect([...excepted].flatMap(([place, needed]) => (needed ? [] : place))).toEqual([]);
});

const README = read('calculators/glossary/README.md');
const SOURCES = new Set([...README.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, source = '']) => source));

it('has a translation for every term, and a source that its page names', () => {
  const broken = TERMS.flatMap(({ name, translations }) =>
    TRANSLATIONS.filter((language) => {
      const { forms, source } = parse(translations[language] ?? ' @');
      return forms.some((form) => !form.trim()) || !SOURCES.has(source);
    }).map((language) => `${name} ${language}`),
  );
  expect(broken).toEqual([]);
  expect(TERMS.length).toBeGreaterThanOrEqual(150);
});

it('has no term that no message uses', () => {
  const used = new Set(
    FOLDERS.flatMap((folder) =>
      [...messagesOf(folder, 'en').values()].flatMap((message) => termsIn(folder, message).map(({ term }) => term)),
    ),
  );
  expect(TERMS.filter((term) => !used.has(term)).map(({ name }) => name)).toEqual([]);
});
