import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeResults, type ResultDescription } from '../../calculators/kit/index.ts';
import { INPUT_CODES } from '../../calculators/kit/input-problems.ts';
import { METHOD } from '../../calculators/kit/method.ts';
import { ROLES } from '../../gateway/accounts/role-access.ts';
import { mailMessages } from '../../gateway/mail/compose.ts';
import { GATEWAY_PROBLEMS, gatewayMessages, PROBLEMS } from '../../gateway/request/problems/catalogue.ts';
import { platformMessages } from '../../gateway/web/platform/texts.ts';
import {
  type Calculator,
  type Catalogue,
  CONTROLS,
  INPUT_PROBLEMS,
  kitMessages,
  LANGUAGES,
  type Language,
  MISTAKE_CODES,
  type Plugin,
  result,
  sdkMessages,
  unitOfResult,
} from '../../plugins/sdk/index.ts';

const ROOT = new URL('../../', import.meta.url);
const find = (pattern: string) =>
  globSync(pattern, { cwd: fileURLToPath(ROOT) })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const FOLDERS = find('{calculators,gateway,plugins}/**/messages/en.json').map((path) =>
  path.slice(0, -'/en.json'.length),
);
const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');

/** Texts that are the same as in English: names of people and of the product, and shared words. */
const SAME_AS_ENGLISH = new Set([
  ...['es', 'de', 'fr', 'pt'].map((language) => `${language} results.humidex`),
  ...['es', 'de', 'fr', 'pt', 'ja', 'hi'].flatMap((language) => [
    `${language} results.swolf`,
    `${language} results.vdot`,
  ]),
  ...['distance', 'points', 'sodium', 'zone', 'zone_1', 'zone_2', 'zone_3', 'zone_4', 'zone_5'].map(
    (result) => `fr results.${result}`,
  ),
  ...['es', 'de', 'fr', 'pt'].flatMap((language) => [
    `${language} equations.mifflin_st_jeor`,
    `${language} equations.katch_mcardle`,
  ]),
  'ja openapi.title',
  'hi openapi.title',
  'fr openapi.sources',
  'fr page.classes',
  'pt page.classes',
  'de errors.code',
  'de errors.status',
  'fr errors.code',
  'pt errors.status',
  'de page.optional',
  'fr functional-threshold-power.zones.zone.endurance',
  'fr functional-threshold-power.zones.zone.tempo',
  'fr heat-index.category.danger',
  'fr calories-burned.activity_group.sports',
  'es results.alcohol',
  'de results.trimester',
  'fr results.percentile',
  'fr results.zones',
  'es portal.form.no',
  'de portal.form.imperial',
  'de portal.form.optional',
  'fr portal.home.sources',
  'de frame.pages.dashboard',
  'fr frame.guides',
  'fr frame.groups.guides',
  'fr frame.pages.versions',
]);

/** Whether a message is only symbols around its values, such as `{n}/min`. Those may be the same in every language. */
const isSymbols = (message: string) =>
  ['', '%', '/min', 'bpm', 'YYYY-MM-DD'].includes(message.replaceAll(/\{\w+\}|\s/g, ''));

/** Letters that every text must contain in a language with a non-Latin script. */
const SCRIPTS: Partial<Record<Language, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  hi: /\p{Script=Devanagari}/u,
  ar: /\p{Script=Arabic}/u,
};

/**
 * A file's messages by dotted key, in the order of the file. Without any fallback, so that missing messages and files
 * show.
 */
function messagesOf(folder: string, language: Language): Map<string, string> {
  const messages = new Map<string, string>();
  const path = `${folder}/${language}.json`;
  if (existsSync(new URL(path, ROOT))) collect('', JSON.parse(read(path)));
  return messages;

  function collect(key: string, value: unknown): void {
    if (typeof value === 'string') messages.set(key, value);
    else for (const [name, member] of Object.entries(Object(value))) collect(key ? `${key}.${name}` : name, member);
  }
}

type Element = ReturnType<IntlMessageFormat['getAst']>[number];
const LITERAL = 0;

/** Everything in a message except text, its branches included. */
function partsOf(message: string, language: Language): Element[] {
  const flatten = (elements: readonly Element[]): Element[] =>
    elements.flatMap((element) =>
      'options' in element
        ? [element, ...Object.values(element.options).flatMap((option) => flatten(option.value))]
        : [element],
    );
  const ast = new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst();
  return flatten(ast).filter((element) => element.type !== LITERAL);
}

const placeholders = (message: string, language: Language) =>
  new Set(partsOf(message, language).flatMap((element) => ('value' in element ? element.value : [])));

describe.each(FOLDERS)('%s', (folder) => {
  const english = messagesOf(folder, 'en');

  describe.each(TRANSLATIONS)('in %s', (language) => {
    const messages = messagesOf(folder, language);
    const texts = [...messages];

    it('has the keys of English, in the same order', () => {
      expect([...messages.keys()]).toEqual([...english.keys()]);
    });

    it('has valid ICU messages with the placeholders of English', () => {
      for (const [key, message] of texts) {
        expect(placeholders(message, language), key).toEqual(placeholders(english.get(key) ?? '', 'en'));
      }
    });

    it('is translated', () => {
      const copied = texts
        .filter(([key, message]) => message === english.get(key) && !isSymbols(message))
        .map(([key]) => `${language} ${key}`);
      expect(copied.filter((place) => !SAME_AS_ENGLISH.has(place))).toEqual([]);
    });

    it('is in the script of the language', () => {
      const script = SCRIPTS[language] ?? /\p{Script=Latin}/u;
      const foreign = texts.filter(
        ([key, message]) =>
          !script.test(message) && !isSymbols(english.get(key) ?? '') && !SAME_AS_ENGLISH.has(`${language} ${key}`),
      );
      expect(foreign).toEqual([]);
    });

    it('writes numbers with the digits that a request accepts', () => {
      expect(texts.filter(([, message]) => /[^\P{Nd}0-9]/u.test(message))).toEqual([]);
    });
  });

  it('uses the Arabic comma, semicolon and question mark in Arabic', () => {
    const texts = [...messagesOf(folder, 'ar').values()];
    expect(texts.filter((message) => /\p{Script=Arabic}[,;?]/u.test(message))).toEqual([]);
  });

  it('has a no-break space before French punctuation that needs it', () => {
    const texts = [...messagesOf(folder, 'fr').values()];
    expect(texts.filter((message) => / [;:!?%»]|« /.test(message))).toEqual([]);
  });

  it('uses Japanese punctuation in Japanese', () => {
    const texts = [...messagesOf(folder, 'ja').values()];
    expect(texts.filter((message) => /[ぁ-んァ-ヶ一-鿿][,.;?!()]|[()][ぁ-んァ-ヶ一-鿿]|[：〜]/.test(message))).toEqual(
      [],
    );
  });

  it.each(LANGUAGES)('has a form for every count in %s', (language) => {
    const rules = new Intl.PluralRules(language);
    const needed = new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)));
    for (const message of messagesOf(folder, language).values()) {
      for (const element of partsOf(message, language)) {
        if ('pluralType' in element) expect(new Set(Object.keys(element.options)), message).toEqual(needed);
      }
    }
  });

  // In ICU a straight apostrophe quotes: "l'{field}" would print the braces.
  it.each(LANGUAGES)('has no straight apostrophe beside a placeholder in %s', (language) => {
    const filledIn = [...messagesOf(folder, language).values()].filter((message) => message.includes('{'));
    expect(filledIn.filter((message) => message.includes("'"))).toEqual([]);
  });
});

const modules: { default: Plugin }[] = await Promise.all(
  find('plugins/*/plugin.ts').map((path) => import(new URL(path, ROOT).href)),
);
const calculators = modules.flatMap((module) => module.default.calculators);

/** The quoted words in our code: a message that no rule names must be named there. */
const quoted = new Set(
  find('{calculators,gateway,plugins}/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...read(path).matchAll(/'([a-z][\w.-]*)'/g)].map(([, word = '']) => word)),
);

const documentCode = find('gateway/web/docs/**/*.ts').map(read).join('\n');
const documentSections = [...documentCode.matchAll(/`(openapi\.\w+\.)\$\{/g)].map(([, prefix = '']) => prefix);

/** The OpenAPI document names a part of its texts by section: say(`openapi.list.${key}`). */
function isSaidInDocument(key: string): boolean {
  const name = key.slice(key.lastIndexOf('.') + 1);
  return documentSections.includes(key.slice(0, -name.length)) && new RegExp(`\\b${name}\\b`).test(documentCode);
}

const PAGE = read('gateway/web/platform/pages/link.html');
const SIDEBAR = read('gateway/web/docs/sidebar.ts');
const ROUTES = find('gateway/web/platform/routes/*.ts').map(read).join('\n');

/**
 * The code names mails by their kind (`sign-up.text`), and texts of the platform and of a batch by a name of ours
 * (`input.email`), and texts of the frame by the name of a page or a part.
 */
function isNamedInPart(folder: string, key: string): boolean {
  const [first = '', last = ''] = [key.slice(0, key.indexOf('.')), key.slice(key.lastIndexOf('.') + 1)];
  if (folder === 'gateway/mail/messages') {
    return /\.(subject|text)$/.test(key) ? quoted.has(first) : first === 'roles' && quoted.has(last);
  }
  if (folder === 'gateway/web/frame/messages') return quoted.has(last) || SIDEBAR.includes(`  ${last}: [`);
  if (folder === 'gateway/request/problems/messages') return first === 'input' && quoted.has(last);
  if (folder !== 'gateway/web/platform/messages') return false;
  if (first === 'fields') return new RegExp(`\\b${last}\\b`).test(ROUTES);
  return quoted.has(last) || PAGE.includes(`{${last}}`);
}

const own = ({ name }: Calculator, input: string) => `${name}.inputs.${input}`;

/** Keys used in a calculator's answers, details and documentation. */
function keysOf(calculator: Calculator): string[] {
  const { name, fields, equations, output, family } = calculator;
  const described = fields.map((field) =>
    family.messages.find('en', own(calculator, field.name)) ? own(calculator, field.name) : `parameters.${field.name}`,
  );
  const choices = fields.flatMap(({ meta, options }) =>
    meta.labels && meta.labels !== METHOD ? options.map((option) => `${meta.labels}.${option}`) : [],
  );
  const said = [...quoted].filter((word) => word.startsWith(`${name}.`));
  return [
    `${name}.title`,
    `${name}.summary`,
    `${name}.use`,
    ...described,
    ...choices,
    ...equations.map(([key]) => `equations.${key}`),
    ...labelsOf(output, name),
    ...said,
  ];
}

function labelsOf(schema: unknown, key: string): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return labelsOf(schema.unwrap(), key);
  if (schema instanceof z.ZodArray) return labelsOf(schema.element, key);
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, member]) =>
      labelsOf(member, result.labelsOf(key, name, member as z.ZodType)),
    );
  }
  const labelled = schema instanceof z.ZodEnum && result.outputMeta.get(schema)?.labelled;
  return labelled ? schema.options.map((option) => `${key}.${option}`) : [];
}

const problemKeys = (problems: object) =>
  Object.keys(problems).flatMap((code) => [`problems.${code}.title`, `problems.${code}.detail`]);

const KIT_KEYS = [
  'not_medical_advice',
  // A calculator has its own text for an input that its equation is not valid for.
  ...INPUT_CODES.filter((code) => code !== 'outside_validity').map((code) => `input.${code}`),
];

const SDK_KEYS = [
  ...CONTROLS.map((name) => `parameters.${name}`),
  ...MISTAKE_CODES.filter((code) => code !== 'outside_validity').map((code) => `input.${code}`),
  ...problemKeys(INPUT_PROBLEMS),
];

const missing = (catalogue: Catalogue, keys: readonly string[]) => keys.filter((key) => !catalogue.find('en', key));

it('the kit and the SDK have every message that their rules name', () => {
  expect(missing(kitMessages, KIT_KEYS)).toEqual([]);
  expect(missing(sdkMessages, SDK_KEYS)).toEqual([]);
});

it('the gateway has a title and a detail for every problem it makes', () => {
  expect(missing(gatewayMessages, problemKeys(GATEWAY_PROBLEMS))).toEqual([]);
});

it('every detail that our code chooses for a problem has a text', () => {
  const chosen = [...quoted].filter((word) => word.startsWith('detail_'));
  const written = gatewayMessages.keys().concat(sdkMessages.keys());
  expect(chosen.filter((detail) => !written.some((key) => key.endsWith(`.${detail}`)))).toEqual([]);
});

/** The matches of a pattern's group in the files of a part, each once. */
const named = (files: string, pattern: RegExp) => [
  ...new Set(find(files).flatMap((path) => [...read(path).matchAll(pattern)].map(([, name = '']) => name))),
];

it('every kind of mail has a text, and every role has a name in it', () => {
  const mails = named('gateway/mail/compose.ts', /(?:case |message\(|withLink\()'([\w-]+)'/g);
  const texts = mails.flatMap((kind) => [`${kind}.subject`, `${kind}.text`]);
  expect(missing(mailMessages, ['footer', ...ROLES.map((role) => `roles.${role}`), ...texts])).toEqual([]);
  expect(mails.length).toBeGreaterThan(7);
});

// Mail programs make a link of it, and take the signs beside it for a part of its secret.
it.each(LANGUAGES)('a link in a mail in %s stands alone on its line', (language) => {
  const lines = [...messagesOf('gateway/mail/messages', language).values()].flatMap((message) => message.split('\n'));
  const links = lines.filter((line) => /\{(link|place)\}/.test(line));
  expect(links.length).toBeGreaterThan(4);
  expect(links.filter((line) => !/^\{\w+\}$/.test(line))).toEqual([]);
});

it('the platform and a batch have a message for every mistake in an input that their code names', () => {
  const mistakes = [
    ...named('gateway/web/platform/**/!(*.test).ts', /\berror: '(\w+)'/g),
    ...named('gateway/web/platform/**/!(*.test).ts', /'input\.(\w+)'/g),
    ...named('gateway/calculation/doors/batch/!(*.test).ts', /malformed\([^,]+, '(\w+)'/g),
  ];
  expect(
    missing(
      platformMessages,
      mistakes.map((mistake) => `input.${mistake}`),
    ),
  ).toEqual([]);
  expect(mistakes.length).toBeGreaterThan(10);
});

it('every page behind a link has its texts', () => {
  const [list = ''] = named('gateway/web/platform/pages.ts', /const PAGES = \[(.+)\]/g);
  const pages = list.split(', ').map((page) => page.slice(1, -1));
  const places = [...new Set([...PAGE.matchAll(/\{([\w-]+)\}/g)].map(([, place = '']) => place))];
  const without = pages.flatMap((page) =>
    places
      .filter((place) => place !== 'page' && place !== 'languages')
      .filter((place) => missing(platformMessages, [`pages.${page}.${place}`, `pages.${place}`]).length === 2)
      .map((place) => `${page} ${place}`),
  );
  expect(without).toEqual([]);
  expect(pages.length).toBeGreaterThan(3);
});

it.each(calculators)('$name has every message that its rules and its code name', (calculator) => {
  expect(missing(calculator.family.messages, keysOf(calculator))).toEqual([]);
});

function resultNames(results: readonly ResultDescription[]): string[] {
  return results.flatMap(({ name, members = [] }) => [name, ...resultNames(members)]);
}

it.each(FOLDERS)('%s has no unused message', (folder) => {
  const used = new Set([
    ...KIT_KEYS,
    ...SDK_KEYS,
    ...calculators.flatMap(({ fields }) => fields.map(({ meta }) => `units.${meta.unit}`)),
    ...calculators.flatMap(({ fields }) => fields.map(({ meta }) => `measures.${meta.unit}`)),
    ...calculators.flatMap((calculator) => [
      ...keysOf(calculator),
      ...calculator.fields.map(({ name }) => `parameters.${name}`),
      'results.by_method',
      ...resultNames(describeResults(calculator, 'en')).flatMap((name) => [
        `${calculator.name}.outputs.${name}`,
        `results.${name}`,
        `results.${unitOfResult(name).stem}`,
      ]),
      `frame.families.${calculator.family.name}`,
    ]),
  ]);
  const problems = Object.keys(PROBLEMS).map((code) => `problems.${code}.`);
  const isUsed = (key: string) =>
    used.has(key) ||
    quoted.has(key) ||
    problems.some((prefix) => key.startsWith(prefix)) ||
    isSaidInDocument(key) ||
    isNamedInPart(folder, key);
  expect([...messagesOf(folder, 'en').keys()].filter((key) => !isUsed(key))).toEqual([]);
});
