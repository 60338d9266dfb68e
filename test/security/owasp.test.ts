import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A row of a table that names tests: its subject, all its cells, and the tests of its last cell. */
interface Line {
  readonly about: string;
  readonly cells: readonly string[];
  readonly tests: readonly string[];
}

const sources = globSync('{gateway,calculators,plugins,test}/**/*.{test,suite}.ts').map((file) =>
  readFileSync(file, 'utf8'),
);

/** The rows of all tables whose last column is headed "Tests", under the heading of their section. */
function linesOf(page: string): Map<string, Line[]> {
  const sections = new Map<string, Line[]>();
  let section = '';
  let named = false;
  for (const row of page.split('\n')) {
    if (row.startsWith('#')) section = row.replace(/^#+ /, '');
    if (!row.startsWith('|')) named = false;
    const cells = row.split('|').slice(1, -1);
    const texts = cells.map((cell) => cell.trim());
    if (texts.at(-1) === 'Tests') named = true;
    else if (named && !/^-+$/.test(texts[0] ?? '')) {
      const tests = [...(texts.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      sections.set(section, [...(sections.get(section) ?? []), { about: texts[0] ?? '', cells: texts, tests }]);
    }
  }
  return sections;
}

const sections = linesOf(readFileSync('docs/security.md', 'utf8'));
const all = [...sections.values()].flat();
const TOP_TEN = sections.get('OWASP API Security Top 10 (2023)') ?? [];
const CHAPTERS = sections.get('OWASP ASVS, level 2') ?? [];

it('the page covers the ten risks of 2023', () => {
  expect(TOP_TEN.map(({ about }) => about.split(' ', 1)[0])).toEqual(
    Array.from({ length: 10 }, (_, at) => `API${at + 1}`),
  );
});

it('the page covers the seventeen chapters of ASVS 5.0, each with its state', () => {
  expect(CHAPTERS.map(({ about }) => about.split(' ', 1)[0])).toEqual(
    Array.from({ length: 17 }, (_, at) => `V${at + 1}`),
  );
  for (const { cells } of CHAPTERS) expect(['met', 'partly met', 'not met', 'not applicable']).toContain(cells[2]);
});

it('promises and attacks have tables that name tests', () => {
  for (const name of ['Keys and calls', 'Accounts', 'The edge', 'Attacks and their tests']) {
    expect(sections.get(name)?.length, name).toBeGreaterThan(0);
  }
});

it.each(all.map((line) => [line.about, line] as const))('the tests named for %s exist', (_, { cells, tests }) => {
  if (!cells.includes('not applicable')) expect(tests.length).toBeGreaterThan(0);
  // The exact title of a test.
  const missing = tests.filter((name) => !sources.some((source) => source.includes(`'${name}'`)));
  expect(missing).toEqual([]);
});
