import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES } from '../../../calculators/kit/index.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { newCalculator } from './calculator.ts';
import { NameRefused } from './names.ts';
import { newStep } from './step.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

/** A folder with two families and an empty folder of steps. */
function copyOfFamilies(): string {
  const root = temporaryFolder('new');
  for (const family of ['heart', 'lifestyle']) {
    cpSync(join(REPOSITORY, 'calculators', family), join(root, 'calculators', family), {
      recursive: true,
      filter: (path) => basename(path) !== 'reference' && !/-\w+\.test\.ts$/.test(path),
    });
  }
  mkdirSync(join(root, 'gateway/request/steps'), { recursive: true });
  return root;
}

/** Every file with its content. */
const contentOf = (root: string) =>
  Object.fromEntries(
    globSync('**/*.{ts,json}', { cwd: root }).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );

const untouched = copyOfFamilies();
const content = contentOf(untouched);

it.each([
  ['lifestyle', /"lifestyle" is not <family>\/<name>/],
  ['lifestyle/sleep/nap', /is not <family>\/<name>/],
  ['../lifestyle/nap', /is not <family>\/<name>/],
  ['sleeping/nap', /There is no family "sleeping"\. The families are heart, lifestyle\./],
  ['/nap', /There is no family ""/],
  ['lifestyle/', /"" is not a name/],
  ['lifestyle/PowerNap', /"PowerNap" is not a name\. A name is lower-case words joined by hyphens/],
  ['lifestyle/power_nap', /is not a name/],
  ['lifestyle/power--nap', /is not a name/],
  ['lifestyle/power-nap-', /is not a name/],
  ['lifestyle/20-minute-nap', /begins with a letter/],
  ['lifestyle/..', /is not a name/],
  ['lifestyle/sleep-debt', /calculators\/lifestyle\/sleep-debt\.ts exists already/],
  ['lifestyle/validity', /calculators\/lifestyle\/validity\.test\.ts exists already/],
  ['lifestyle/parameters', /messages\/en\.json has a member "parameters" already/],
  ['lifestyle/shock-index', /\/api\/v1\/shock-index is a path or an alias of calculators\/heart\/shock-index\.ts/],
  ['lifestyle/karvonen', /\/api\/v1\/karvonen is a path or an alias of calculators\/heart\/target-heart-rate\.ts/],
  ['lifestyle/batch', /\/api\/v1\/batch is a path of the gateway itself/],
])('refuses the calculator %s with the reason, and writes nothing', (place, reason) => {
  expect(() => newCalculator(untouched, place)).toThrow(NameRefused);
  expect(() => newCalculator(untouched, place)).toThrow(reason);
  expect(contentOf(untouched)).toEqual(content);
});

it('adds the texts of a calculator after those of the last one, in every language, and changes no other text', () => {
  const root = copyOfFamilies();
  const before = contentOf(root);
  newCalculator(root, 'lifestyle/power-nap');
  for (const language of LANGUAGES) {
    const path = `calculators/lifestyle/messages/${language}.json`;
    const members = Object.entries(JSON.parse(readFileSync(join(root, path), 'utf8')));
    const at = members.findIndex(([member]) => member === 'power-nap');
    const last = Object.keys(JSON.parse(before[path] ?? '')).findLast((member) => member !== 'equations');
    expect(members.slice(at - 1, at + 2).map(([member]) => member)).toEqual([last, 'power-nap', 'equations']);
    expect(members[at]?.[1]).toEqual({
      title: 'TODO Power nap',
      summary: expect.stringMatching(/^TODO /),
      use: expect.stringMatching(/^TODO /),
      outputs: { power_nap: expect.stringMatching(/^TODO /) },
    });
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    const old = new Set(before[path]?.split('\n').map((line) => line.replace(/,$/, '')));
    expect(lines.filter((line) => !old.has(line.replace(/,$/, '')))).toHaveLength(7);
  }
});

it('names a calculator of one word so that it is an identifier, and no other one of its file', () => {
  const root = copyOfFamilies();
  newCalculator(root, 'lifestyle/new');
  newCalculator(root, 'heart/heart');
  expect(contentOf(root)['calculators/lifestyle/new.ts']).toContain('export const newCalculator = defineCalculator({');
  expect(contentOf(root)['calculators/heart/heart.ts']).toContain('export const heartCalculator = defineCalculator({');
});

it.each([
  ['Night', /"Night" is not a name/],
  ['../night', /is not a name/],
  ['night/watch', /is not a name/],
  ['', /is not a name/],
  ['night-watch', /gateway\/request\/steps\/night-watch\.ts exists already/],
])('refuses the step "%s" with the reason, and writes nothing', (name, reason) => {
  const root = copyOfFamilies();
  newStep(root, 'night-watch');
  const before = contentOf(root);
  expect(() => newStep(root, name)).toThrow(NameRefused);
  expect(() => newStep(root, name)).toThrow(reason);
  expect(contentOf(root)).toEqual(before);
});
