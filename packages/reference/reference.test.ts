import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPresenter } from '../../calculators/kit/presenter.ts';
import { above, classify, classTable, createInputReader, field, kitMessages, result } from '../../plugins/sdk/index.ts';
import { FIELD_EXAMPLES } from './field-examples.ts';
import { CLASSES_EXAMPLE, FIELDS, RESULTS, reference } from './reference.ts';
import { RESULT_EXAMPLES } from './result-examples.ts';

/** The functions that a module of the kit exports. */
const namesIn = (module: object) =>
  Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? name : []));

it('the page of the reference is up to date; --update writes it', async () => {
  await expect(reference()).toMatchFileSnapshot('../../docs/plugin-reference.md');
});

it('the reference has every field and every result, each with an explanation', () => {
  expect(FIELDS.map(({ name }) => name).toSorted()).toEqual(namesIn(field).toSorted());
  const internal = ['decimalsOf', 'labelsOf', 'unwrapOutput'];
  expect([...RESULTS.map(({ name }) => name), ...internal].toSorted()).toEqual(namesIn(result).toSorted());
  for (const { name, about } of [...FIELDS, ...RESULTS]) expect(about, name).toMatch(/\.$/);
});

it('every option has an explanation', () => {
  const rows = reference()
    .slice(reference().indexOf('## Options'))
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([]);
});

it.each(['definePolicy', 'defineUpstream'])('the example of %s has every option', (name) => {
  const part = reference().split(`### \`${name}\`\n`)[1]?.split('\n### ')[0] ?? '';
  const options = Array.from(part.matchAll(/^\| `(\w+)\??` \|/gm), ([, option = '']) => option);
  expect(options.length).toBeGreaterThan(4);
  const example = part.split('```ts')[1] ?? '';
  for (const option of options) expect(example).toMatch(new RegExp(`\\b${option}[(:]`));
});

describe('the example of field', () => {
  it.each(Object.entries(FIELD_EXAMPLES))(
    '%s is read and refused as shown',
    (_name, { declare, takes, gives, refuses }) => {
      const reader = createInputReader(z.object({ input: declare() }));
      const read = (text: string) => reader.read(reader.collectAll({ input: text }), 'metric', true);
      expect(read(takes)).toMatchObject({ input: { input: gives } });
      expect(read(refuses[0])).toMatchObject({ problems: [{ field: 'input', code: refuses[1] }] });
    },
  );
});

describe('the example of result', () => {
  const messages = { ...kitMessages, text: (_language: string, key: string) => key };

  it.each(Object.entries(RESULT_EXAMPLES))(
    '%s is answered as shown',
    (_name, { name, declare, returned, answered }) => {
      const into: Record<string, unknown> = {};
      createPresenter(z.object({ [name]: declare() }), messages, 'c')({ [name]: returned }, into, {
        language: 'en',
        units: 'metric',
      });
      expect(into[name]).toEqual(answered);
    },
  );
});

it('the example of the classes gives what its comments say', () => {
  const limits = classTable({ normal: -Infinity, increased: above(94), high: above(102) });
  const shown = [...CLASSES_EXAMPLE.matchAll(/classify\((.+), limits\); \/\/ '(.+)'/g)];
  expect(shown.length).toBe(3);
  for (const [, value, key] of shown) expect(classify(Number(value), limits)).toBe(key);
  expect(CLASSES_EXAMPLE).toContain('classTable({ normal: -Infinity, increased: above(94), high: above(102) })');
});
