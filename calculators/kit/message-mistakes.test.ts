import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { classTable, defineCalculator, defineFamily, field, messageMistakes, result, textMistakes } from './index.ts';

function familyOf(files: Readonly<Record<string, string>>) {
  const folder = `${mkdtempSync(join(tmpdir(), 'vitalgate-messages-'))}/`;
  for (const [language, text] of Object.entries({ en: '{}', ...files }))
    writeFileSync(`${folder}${language}.json`, text);
  return defineFamily('test', pathToFileURL(folder));
}

it.each([
  ['a comma too many', '{\n  "a": "x",\n}', ':3: Expected double-quoted property name'],
  ['a missing comma', '{\n  "a": "x"\n  "b": "y"\n}', ":3: Expected ',' or '}' after property value"],
  ['an end in the middle', '{\n  "a":', ':2: Unexpected end of JSON input'],
  ['a list', '["x"]', ':1: must be an object of texts'],
  ['a number for a text', '{\n  "a": "x",\n  "b": { "c": 7 }\n}', ':3: b.c: must be a text, or an object of texts'],
  ['an open placeholder', '{\n  "a": "x",\n  "b": "from {min"\n}', ':3: b: has wrong ICU syntax: '],
])('%s in any language is reported with its file and line', (_, es, told) => {
  expect(messageMistakes(familyOf({ es }))).toEqual([expect.stringMatching(/^[^/]+\/es\.json:\d+: /)]);
  expect(messageMistakes(familyOf({ es }))[0]).toContain(`/es.json${told}`);
  expect(messageMistakes(familyOf({ es: '{}', de: '{"a": "x {n, plural, other {#}}"}' }))).toEqual([]);
});

const classes = classTable({ low: 0, high: 10 });

function calculatorOf(files: Readonly<Record<string, string>>) {
  return defineCalculator({
    name: 'load',
    family: familyOf(files),
    since: 'v1.0.0',
    input: z.object({ weight: field.weight(), bags: field.count({ min: 0, max: 9 }) }),
    output: z.object({ trips: z.array(z.object({ size: result.classOf(classes) })).optional() }),
    profile: [],
    equations: { sum: { formula: 'x', sources: [] } },
    examples: [],
    calculate: () => ({}),
  });
}

const TEXTS = {
  load: { title: 'Load', summary: 'A load.', inputs: { bags: 'Bags' }, trips: { size: { low: 'Low', high: 'High' } } },
  equations: { sum: 'Sum' },
};

it('names every text that a calculator needs and English lacks: inputs, equations and the labels of all classes', () => {
  expect(textMistakes(calculatorOf({ en: JSON.stringify(TEXTS) }), 'en')).toEqual([]);
  expect(textMistakes(calculatorOf({}), 'en')).toEqual([
    'en.json has no load.title',
    'en.json has no load.summary',
    'en.json has no equations.sum',
    'en.json has no load.inputs.bags',
    'en.json has no load.trips.size.low',
    'en.json has no load.trips.size.high',
  ]);
});

it('names a text with a placeholder that nothing fills in', () => {
  const de = JSON.stringify({ load: { title: 'Last {x}' } });
  expect(textMistakes(calculatorOf({ en: JSON.stringify(TEXTS), de }), 'de')).toEqual([
    expect.stringMatching(/^de\.json: load\.title: .*"x"/),
  ]);
});
