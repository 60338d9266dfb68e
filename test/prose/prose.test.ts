import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Folders and files whose prose is held to the rules below. */
const CHECKED = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs',
  'calculators',
  'gateway',
  'plugins',
  'dashboard',
  'bench',
  'packages',
  'docker',
  'docker-compose.yml',
  'Dockerfile',
  'test',
  'vitest.config.ts',
];

/** The width of a line of prose, as that of code in biome.json. */
const WIDTH = 120;

/** Phrases that readers stumble over: each has a plain form with a subject and a noun. */
const STILTED = new RegExp(
  `\\b(${[
    'whoever',
    'whatever it',
    'nobody',
    '(?<!there )(is|are) none',
    'reckon(s|ed|ing)?',
    'elsewhere is',
    'of a service elsewhere',
    'so many of',
    '(that|those) which',
    'what (it )?is of',
    'of a [^.]{3,30} it is',
  ].join('|')})\\b`,
  'i',
);

const files = execFileSync('git', ['ls-files', ...CHECKED], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n');
const linesOf = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8').split('\n');

const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/|--).*| \/\/ .*/;

/** A line with the title of a test or of a group of tests. */
const TITLE = /(?:\b(?:it|describe)\b[^']*|^\s*\]\))\('[^']+'/;

/** Lines of a page outside its code blocks, `null` for the others. */
function prose(lines: readonly string[]): (string | null)[] {
  let isCode = false;
  return lines.map((line) => {
    if (!/^\s*```/.test(line)) return isCode ? null : line;
    isCode = !isCode;
    return null;
  });
}

/** The comments of a program, its test titles, and the English texts of the dashboard. Names in backticks are no prose. */
function comments(file: string, lines: readonly string[]): (string | null)[] {
  if (file === 'dashboard/texts/en.json') return [...lines];
  if (/\.(ya?ml|py)$|Dockerfile$/.test(file)) return lines.map((line) => /#.*/.exec(line)?.[0] ?? null);
  if (/\.(tsx?|js|css|lua)$/.test(file)) {
    return lines.map((line) => (COMMENT.exec(line) ?? TITLE.exec(line))?.[0] ?? null);
  }
  return [];
}

it('no line of the documentation is wider than 120 characters, tables, links and code aside', () => {
  const wide = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      prose(linesOf(file)).flatMap((line, at) =>
        line !== null && line.length > WIDTH && !/^\s*(\||\S*\]\(\S+\)\S*$)/.test(line) ? [`${file}:${at + 1}`] : [],
      ),
    );
  expect(wide).toEqual([]);
});

it('documentation, comments and test titles use none of the stilted phrases', () => {
  const stilted = files
    .filter((file) => !file.startsWith('test/prose/'))
    .flatMap((file) => {
      const lines = linesOf(file);
      const checked = file.endsWith('.md') ? prose(lines) : comments(file, lines);
      return checked.flatMap((line, at) =>
        STILTED.test(line?.replace(/`[^`]*`/g, '') ?? '') ? [`${file}:${at + 1} ${line?.trim()}`] : [],
      );
    });
  expect(stilted).toEqual([]);
});

it('every test that the table of promises names exists', () => {
  const named = linesOf('docs/operations.md').flatMap((line) => {
    // A name without a folder stands in that of the name before it.
    let folder = '';
    return [...line.matchAll(/`([\w./-]+\.(?:test|suite)\.ts)`/g)].map(([, name = '']) => {
      if (!name.includes('/')) return `${folder}/${name}`;
      folder = dirname(name);
      return name;
    });
  });
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !files.includes(path))).toEqual([]);
});

it('every metric that the recommended alerts name exists', () => {
  const metrics = (lines: readonly string[]) => lines.flatMap((line) => line.match(/\bvitalgate_[a-z_]+/g) ?? []);
  const sources = files.filter(
    (file) => file.startsWith('gateway/') && file.endsWith('.ts') && !file.includes('.test.'),
  );
  const known = new Set(sources.flatMap((file) => metrics(linesOf(file))));
  const lines = linesOf('docs/operations.md');
  const begin = lines.indexOf('Recommended alerts:');
  const alerts = metrics(
    lines.slice(
      begin,
      lines.findIndex((line, at) => at > begin && line.startsWith('#')),
    ),
  );
  expect(alerts.length).toBeGreaterThan(8);
  // The buckets of a histogram carry its name.
  expect(alerts.filter((metric) => !known.has(metric.replace(/_bucket$/, '')))).toEqual([]);
});
