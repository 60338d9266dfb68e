import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Answer,
  type Calculator,
  defineCalculator,
  type Family,
  field,
  kitMessages,
  method,
  result,
} from './index.ts';
import { people } from './people.ts';

/** Names of the equations of this file. */
const names: Readonly<Record<string, string>> = { 'equations.one': 'One', 'equations.tenth': 'A tenth' };

const family: Family = {
  name: 'test',
  folder: new URL('./messages/', import.meta.url),
  messages: {
    ...kitMessages,
    find: (language, key) => names[key] ?? kitMessages.find(language, key),
    text: (language, key, values) => names[key] ?? kitMessages.text(language, key, values),
  },
  plausible: people({ load: { min: 1, max: 9 } }),
};
const facts = {
  since: 'v1.0.0',
  profile: [],
  equations: { one: { formula: '1', sources: [] } },
  examples: [],
} as const;

const equations = { one: { formula: 'x', sources: [] }, tenth: { formula: 'x/10', sources: [] } };

/** A calculator that returns its input as its results. */
const echo = defineCalculator({
  ...facts,
  name: 'echo',
  family,
  input: z.object({
    number: field.quantity({ min: -1000, max: 1000 }),
    spare: field.quantity({ min: 0, max: 9 }).default(1),
  }),
  output: z.object({
    own: result.rounded(2, { plausible: { min: 10, max: 20 } }),
    load: result.constant(),
    waist_cm: z.object({ min: result.centimetres(), max: result.centimetres() }).optional(),
    rows: z.array(z.object({ load: result.constant() })).optional(),
    free: result.constant(),
  }),
  calculate: ({ number }) => made(number),
});

let made: (number: number) => { own: number; load: number; free: number } & Readonly<Record<string, unknown>>;

/** What the calculator says of results that would be correct but for these. */
function answerWith(changed: Readonly<Record<string, unknown>>, calculator: Calculator = echo): Answer {
  made = () => ({ own: 15, load: 5, free: 1e9, ...changed });
  return calculator.answer({ number: 7 });
}

describe('a result outside its bounds is refused', () => {
  it.each([
    ['its own', { own: 20.01 }, 'own', '20.01', '10', '20'],
    ['those of the family', { load: 0.5 }, 'load', '0.5', '1', '9'],
    [
      'those of its ending, for a member of the result',
      { waist_cm: { min: 50, max: 301 } },
      'waist_cm.max',
      301,
      1,
      300,
    ],
    ['those of a row of a list', { rows: [{ load: 5 }, { load: 10 }] }, 'rows.load', '10', '1', '9'],
  ])('%s', (_, changed, name, value, min, max) => {
    const measure = (number: unknown) => (typeof number === 'number' ? { number, unit: 'cm' } : number);
    expect(answerWith(changed)).toEqual({
      problems: [
        {
          field: 'number',
          code: 'implausible',
          message: 'input.implausible',
          values: { result: name, value: measure(value), min: measure(min), max: measure(max), inputs: 'number' },
        },
      ],
    });
  });

  it.each([[{ own: 10 }], [{ own: 20 }], [{ own: 20.000000001 }], [{ rows: [], waist_cm: { min: 1, max: 300 } }]])(
    'not within them: %j',
    (changed) => {
      expect(answerWith(changed)).toHaveProperty('body');
    },
  );

  it('an equation of method=all whose result is impossible is left out', () => {
    const compared = defineCalculator({
      ...facts,
      name: 'compared',
      family,
      input: z.object({ number: field.quantity({ min: 0, max: 100 }), method: method(equations, { all: true }) }),
      output: z.object({ load: result.constant() }),
      equations,
      calculate: ({ number, method }) => ({ load: method === 'one' ? number : number / 10 }),
    });
    const answer = compared.answer({ number: 50, method: 'all' });
    expect(answer).toMatchObject({ body: { load: 5, by_method: { tenth: { load: 5 } } } });
    expect(answer).not.toHaveProperty('body.by_method.one');
    expect(answer).toMatchObject({ body: { method: 'tenth', left_out: [{ method: 'one', method_label: 'One' }] } });
  });
});
