import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import recorded from './defaults.json' with { type: 'json' };
import { type Calculator, equationDate, equationId } from './kit/index.ts';
import { builtIn } from './testing/built-in.fixture.ts';

type Value = string | number | boolean;

/**
 * A default that has changed: the newest first, each with its first day; the oldest has none. `null` is a default that
 * depends on the other inputs, so that the schema has none.
 */
type History = readonly { readonly value: Value | null; readonly since?: string }[];

const record: Readonly<Record<string, Readonly<Record<string, Value | History>>>> = recorded;
const changes = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8').split(/\n(?=- )/);

/** The defaults of inputs; where `method` has none, under `equation` the equations of the examples without it. */
function defaultsOf(calculator: Calculator): Record<string, Value> {
  const inputs = calculator.fields.flatMap(({ name, schema }) => {
    const value = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
    return ['string', 'number', 'boolean'].includes(typeof value) ? [[name, value as Value] as const] : [];
  });
  const used = new Set(
    calculator.examples.flatMap(({ input }) => {
      const answer = 'method' in input ? null : calculator.answer(input, { detail: 'full' });
      return answer && 'body' in answer ? [String(Object(answer.body.details).equation.key)] : [];
    }),
  );
  const defaults = Object.fromEntries(inputs);
  return 'method' in defaults ? defaults : { ...defaults, equation: [...used].toSorted().join(', ') };
}

const historyOf = (name: string, input: string): History => {
  const entry = record[name]?.[input] ?? [];
  return typeof entry === 'object' ? entry : [{ value: entry }];
};

const CALCULATORS = builtIn.map((calculator) => [calculator.name, calculator] as const);

it.each(CALCULATORS)('%s has the defaults on record', (name, calculator) => {
  const now = defaultsOf(calculator);
  const then = Object.fromEntries(
    Object.keys(record[name] ?? {})
      .map((input) => [input, historyOf(name, input)[0]?.value])
      .filter(([, value]) => value !== null),
  );
  expect(
    now,
    `The defaults of ${name} are not those of calculators/defaults.json. A default that an answer depended on changes ` +
      'with three things: an entry in `earlier` of the calculator, so that as_of gives the old one; the new value with ' +
      'its first day in the record, above the old one; and a line in CHANGELOG.md that names the calculator and says ' +
      '"default". The record of a new input or calculator is its value alone.',
  ).toEqual(then);
});

const changed = CALCULATORS.flatMap(([name, calculator]) =>
  Object.keys(record[name] ?? {})
    .map((input) => [name, input, historyOf(name, input), calculator] as const)
    .filter(([, , history]) => history.length > 1),
);

it.each(changed)('the changed default of %s, %s, is in its history', (_, input, history, { earlier }) => {
  const before = history.slice(0, -1).map(({ since }, at) => ({ before: since, value: history[at + 1]?.value }));
  expect(before.map(({ before }) => before)).toEqual(
    before
      .map(({ before }) => before)
      .toSorted()
      .toReversed(),
  );
  expect(
    earlier
      .filter(({ defaults }) => input in defaults)
      .map(({ before, defaults }) => ({ before, value: defaults[input] })),
  ).toEqual(before);
});

it.each(changed)('the changed default of %s, %s, has a line in the changelog', (name) => {
  const line = changes.find((text) => text.includes(`\`${name}\``) && /\bdefault\b/.test(text));
  expect(line, `CHANGELOG.md has no line that names \`${name}\` and says "default"`).toBeDefined();
});

it('docs/versions.md lists every changed default', () => {
  const page = readFileSync(new URL('../docs/versions.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` \| (\d{4}-\d\d-\d\d) \| `(\w+)=(\w+)`/gm)].map((row) =>
    row.slice(1),
  );
  const all = CALCULATORS.flatMap(([name, { earlier }]) =>
    earlier.flatMap(({ before, defaults }) =>
      Object.entries(defaults).map(([input, value]) => [name, before, input, String(value)]),
    ),
  );
  expect(rows.toSorted()).toEqual(all.toSorted());
});

it('every history in a calculator is on record', () => {
  const withHistory = CALCULATORS.filter(([, { earlier }]) => earlier.length > 0).map(([name]) => name);
  expect([...new Set(changed.map(([name]) => name))].toSorted()).toEqual(withHistory.toSorted());
});

it('every equation has an id of its own, and the date of its publication', () => {
  const all = builtIn.flatMap(({ name, equations }) =>
    equations.map(([key, equation]) => ({ id: equationId(name, key), date: equationDate(equation) })),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.filter(({ date }) => date === undefined || !/^\d{4}(-\d\d-\d\d)?$/.test(date))).toEqual([]);
});

it.each(CALCULATORS)('details of %s name the equation by its id, with every method', (name, calculator) => {
  const ids = calculator.equations.map(([key]) => equationId(name, key));
  for (const { input } of calculator.examples) {
    const answer = calculator.answer(input, { detail: 'full' });
    expect(ids).toContain('body' in answer ? Object(answer.body.details).equation.id : answer.problems);
  }
});
