import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = [...readFileSync('docs/security.md', 'utf8').matchAll(/^\| (API\d+) [^|]+\|[^|]+\| (.+) \|$/gm)].map(
  ([, risk = '', tests = '']) => [risk, [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)] as const,
);

const sources = globSync('{gateway,test,plugins}/**/*.{test,suite}.ts').map((file) => readFileSync(file, 'utf8'));

it('the ten risks of 2023 are all there', () => {
  expect(rows.map(([risk]) => risk)).toEqual(Array.from({ length: 10 }, (_, at) => `API${at + 1}`));
});

it.each(rows)('the tests named for %s exist', (_, names) => {
  expect(names.length).toBeGreaterThan(0);
  // Word for word the title of a test.
  const missing = names.filter((name) => !sources.some((source) => source.includes(`'${name}'`)));
  expect(missing).toEqual([]);
});
