import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Calculator } from './kit/index.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const pathsOf = (pattern: string) => globSync(pattern, { cwd: here }).toSorted();
const read = (path: string) => readFileSync(`${here}${path}`, 'utf8');

/** The families with their calculators: every folder with a `family.ts`. */
const families = await Promise.all(
  pathsOf('*/family.ts')
    .map((path) => dirname(path))
    .filter((folder) => folder !== 'kit')
    .map(async (folder): Promise<[string, readonly Calculator[]]> => {
      const index: Readonly<Record<string, readonly Calculator[]>> = await import(`./${folder}/index.ts`);
      return [folder, Object.values(index).flat()];
    }),
);

describe.each(families)('the family %s', (folder, calculators) => {
  const names = calculators.map(({ name }) => name);

  it('lists every calculator that a file of the folder defines', () => {
    const defined = pathsOf(`${folder}/*.ts`).flatMap(
      (path) => /defineCalculator\(\{\s*name: '([a-z0-9-]+)'/.exec(read(path))?.[1] ?? [],
    );
    expect(names.toSorted()).toEqual(defined.toSorted());
  });

  it('tests each calculator beside its file', () => {
    const untested = names.filter((name) => {
      const test = `${folder}/${name}.test.ts`;
      return !(existsSync(`${here}${test}`) && /^calculatorSuite\(/m.test(read(test)));
    });
    expect(untested).toEqual([]);
  });

  it('has no TODO', () => {
    const marked = pathsOf(`${folder}/{*.ts,messages/*.json}`).flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, at) => (/\bTODO\b/.test(line) ? `${path}:${at + 1} ${line.trim()}` : [])),
    );
    expect(marked).toEqual([]);
  });

  it('has no reference for a missing calculator', () => {
    const references = pathsOf(`${folder}/reference/*.json`).map((path) => basename(path, '.json'));
    expect(references.filter((reference) => !names.includes(reference))).toEqual([]);
  });
});

it('every path and every alias is unique', () => {
  const names = families.flatMap(([, calculators]) => calculators.flatMap(({ name, aliases }) => [name, ...aliases]));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
