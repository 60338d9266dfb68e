import { describe, expect, it } from 'vitest';
import { languages, nameOfLanguage } from './languages.ts';

type Texts = ReadonlyMap<string, string>;

const files = import.meta.glob<unknown>('./*.json', { import: 'default', eager: true });
const code = Object.values(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts', '!../dist/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join('\n');

const ALL = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'ja', 'pt'];
const TRANSLATIONS = ALL.filter((language) => language !== 'en');

/** Texts of a language by dotted key, in the order of its file; none where there is no file. */
function textsOf(language: string): Texts {
  const texts = new Map<string, string>();
  collect('', files[`./${language}.json`]);
  return texts;

  function collect(key: string, value: unknown): void {
    if (typeof value === 'string') texts.set(key, value);
    else for (const [name, member] of Object.entries(Object(value))) collect(key ? `${key}.${name}` : name, member);
  }
}

const english = textsOf('en');

const placeholdersOf = (text: string) => new Set([...text.matchAll(/\{(\w+)(?=\}|, plural)/g)].map(([, name]) => name));

/** What is a name, and so is written alike in every language. */
const NAMES = ['auditActors.stripe', 'marketplaces.csv', 'statement.csv'];
/** Abbreviations that stay in Latin letters in every script. */
const LATIN = [...NAMES, 'keys.id', 'users.id'];

/** Words that a language shares with English. */
const SAME_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: [
    ...['app.navigation', 'account.browser', 'account.export', 'auditRecords.setup_link', 'usageBy.status'],
    ...['auditMembers.name', 'account.name', 'keys.name', 'users.name'],
    ...['auditMembers.credits', 'buy.credits', 'payment.credits', 'statement.credits'],
    ...['state.optional', 'environments.live', 'environments.test'],
  ],
  es: [
    ...['auditMembers.plan', 'marketplaces.plan', 'plan.title', 'plan.named', 'usage.total'],
    ...['auditActors.marketplace', 'marketplaces.title', 'marketplaces.url'],
  ],
  fr: [
    ...['app.menu', 'app.documentation', 'usage.total', 'auditMembers.quota', 'environments.test', 'keyStates.active'],
    ...['auditRecords.application', 'keys.application', 'keys.applicationNamed', 'users.applications'],
    ...['auditRecords.session', 'account.sessions'],
  ],
  pt: [
    ...['app.menu', 'usage.total', 'auditRecords.setup_link', 'usageBy.status'],
    ...['auditActors.marketplace', 'marketplaces.title', 'marketplaces.url'],
  ],
};

/** What a text of a language that is not written in Latin letters must have some of. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  hi: /\p{Script=Devanagari}/u,
  ar: /\p{Script=Arabic}/u,
};

/** Texts that say nothing in letters but their placeholders, such as `{n} / {all}`. */
const isOnlyPlaceholders = (text: string) => !/\p{Letter}/u.test(text.replace(/\{\w+\}/g, ''));

it('the menu offers every language there is a file of, by the name it has in itself', () => {
  expect(languages.toSorted()).toEqual(ALL);
  expect(Object.keys(files).toSorted()).toEqual(ALL.map((language) => `./${language}.json`));
  expect(['de', 'es', 'ja', 'ar'].map(nameOfLanguage)).toEqual(['Deutsch', 'Español', '日本語', 'العربية']);
});

describe.each(TRANSLATIONS)('the texts in %s', (language) => {
  const texts = textsOf(language);

  it('are those of English, in the same order', () => {
    expect([...texts.keys()]).toEqual([...english.keys()]);
  });

  it('have the placeholders of English', () => {
    for (const [key, text] of texts) expect(placeholdersOf(text), key).toEqual(placeholdersOf(english.get(key) ?? ''));
  });

  it('are translated', () => {
    const same = [...texts].filter(([key, text]) => text === english.get(key)).map(([key]) => key);
    expect(same.toSorted()).toEqual([...NAMES, ...(SAME_WORDS[language] ?? [])].toSorted());
  });

  it('are in the script of the language', () => {
    const script = SCRIPTS[language] ?? /\p{Script=Latin}/u;
    const foreign = [...texts].filter(
      ([key, text]) => !script.test(text.replace(/\{\w+\}/g, '')) && !isOnlyPlaceholders(text) && !LATIN.includes(key),
    );
    expect(foreign).toEqual([]);
  });
});

it.each(ALL)('a plural in %s has every form that the language needs for counts', (language) => {
  const rules = new Intl.PluralRules(language);
  const needed = new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)));
  for (const text of textsOf(language).values()) {
    for (const [, branches = ''] of text.matchAll(/\{\w+, plural, ((?:\w+ \{[^{}]*\} ?)+)\}/g)) {
      expect(new Set([...branches.matchAll(/(\w+) \{/g)].map(([, form]) => form)), text).toEqual(needed);
    }
    expect(text.match(/, plural,/g)?.length ?? 0, text).toBe(
      text.match(/\{\w+, plural, (?:\w+ \{[^{}]*\} ?)+\}/g)?.length ?? 0,
    );
  }
});

it.each(ALL)('no text in %s is empty, begins or ends with a space, or has one twice', (language) => {
  const texts = [...textsOf(language)];
  expect(texts.filter(([, text]) => text === '' || /^\s|\s$|\s\s/.test(text))).toEqual([]);
});

it('there is in French a no-break space before the signs that stand apart', () => {
  expect([...textsOf('fr').values()].filter((text) => / [;:!?%»]|« |'/.test(text))).toEqual([]);
});

it('there is in Arabic the comma, semicolon and question mark of Arabic', () => {
  expect([...textsOf('ar').values()].filter((text) => /\p{Script=Arabic}[,;?]/u.test(text))).toEqual([]);
});

it('there is in Japanese the punctuation of Japanese', () => {
  expect(
    [...textsOf('ja').values()].filter((text) => /[ぁ-んァ-ヶ一-鿿][,.;?!()]|[()][ぁ-んァ-ヶ一-鿿]/.test(text)),
  ).toEqual([]);
});

/**
 * Texts that a page asks for by a value of the API: `nameOf('roles', role)`, or t with `roles.${role}` as a template.
 */
const groups = [...code.matchAll(/\bnameOf\('(\w+)',|\bt\(`([\w.]+)\.\$\{/g)].map(([, named, built]) => named ?? built);

it('every text is used', () => {
  const quoted = new Set([...code.matchAll(/'([\w.-]+)'/g)].map(([, word]) => word));
  const isUsed = (key: string) => quoted.has(key) || groups.some((group) => key.startsWith(`${group}.`));
  expect(groups.length).toBeGreaterThan(10);
  expect([...english.keys()].filter((key) => !isUsed(key))).toEqual([]);
});
