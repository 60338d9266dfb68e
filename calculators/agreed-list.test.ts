import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bodyCalculators } from './body/index.ts';
import { energyCalculators } from './energy/index.ts';
import { growthCalculators } from './growth/index.ts';
import { heartCalculators } from './heart/index.ts';
import { METHOD } from './kit/method.ts';
import { lifestyleCalculators } from './lifestyle/index.ts';
import { pregnancyCalculators } from './pregnancy/index.ts';
import { trainingCalculators } from './training/index.ts';

const index = readFileSync(new URL('./INDEX.md', import.meta.url), 'utf8');

/** The rows of a family's table: the cells of each line that begins with a path. */
function rowsOf(family: string): string[][] {
  const section = index.split(/^## /m).find((text) => text.startsWith(`${family} `)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

const pathOf = (cell = '') => /`([^`]+)`/.exec(cell)?.[1];
const aliasesOf = (cell = '') => [...cell.matchAll(/"([^"]+)"/g)].map(([, alias]) => alias);

describe.each([
  ['body', bodyCalculators],
  ['energy', energyCalculators],
  ['growth', growthCalculators],
  ['pregnancy', pregnancyCalculators],
  ['heart', heartCalculators],
  ['lifestyle', lifestyleCalculators],
  ['training', trainingCalculators],
] as const)('INDEX.md lists of the family %s', (family, calculators) => {
  const rows = rowsOf(family);

  it('exactly the calculators there are', () => {
    expect(rows.map(([, path]) => pathOf(path)).toSorted()).toEqual(calculators.map(({ name }) => name).toSorted());
  });

  it.each(calculators.map((calculator) => [calculator.name, calculator] as const))(
    '%s with its aliases, methods, inputs and first release',
    (name, { aliases, equations, fields, since }) => {
      const row = rows.find(([, path]) => pathOf(path) === name) ?? [];
      const [, path, , methods = '', inputs = '', , sinceCell] = row;
      expect(aliasesOf(path)).toEqual(aliases);
      const method = fields.find((field) => field.name === METHOD);
      if (method) for (const [key] of equations) expect(methods).toContain(key);
      expect(/· all$/.test(methods)).toBe(method?.meta.all === true);
      const named = fields.filter((field) => field.name !== METHOD && !field.name.endsWith('_skinfold'));
      for (const field of named) expect(inputs).toContain(field.name);
      expect(sinceCell).toBe(since);
    },
  );
});

it('names no path or alias twice', () => {
  const names = index
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1] ?? '')
    .flatMap((cell) => [pathOf(cell), ...aliasesOf(cell)]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
