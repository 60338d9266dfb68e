import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnswerOptions } from './calculator.ts';
import { classTable } from './classes.ts';
import { defineCalculator } from './define.ts';
import type { Family } from './family.ts';
import { quantity } from './fields.ts';
import { OutsideValidity } from './input-problems.ts';
import { LANGUAGES } from './languages.ts';
import { method } from './method.ts';
import { classOf, constant, key, kilograms, rounded, withLabelsOf } from './outputs.ts';
import { createInputReader } from './reader.ts';

/** Returns the key of every message, and its values. */
const family: Family = {
  name: 'test',
  folder: new URL('./messages/', import.meta.url),
  messages: {
    languages: LANGUAGES,
    find: (_language, key) => key,
    text: (_language, key, values) => (values ? `${key} ${JSON.stringify(values)}` : key),
    keys: () => [],
  },
};

const paper = { citation: 'Both equations' };
const equations = {
  double: { formula: '2·load', sources: [paper, { citation: 'Double' }] },
  square: { formula: 'load²', sources: [paper, { citation: 'Square' }], synonyms: ['second_power'] },
};
const classes = classTable({ light: 0, heavy: 10 });

const lift = defineCalculator({
  name: 'lift',
  family,
  since: 'v1.0.0',
  input: z.object({ load: quantity({ min: 1, max: 100 }), method: method(equations, { all: true }) }),
  output: z.object({ lift_kg: kilograms(), spare: rounded(1).optional(), class: classOf(classes).optional() }),
  profile: ['load'],
  equations,
  examples: [],
  calculate({ load, method }) {
    if (method === 'square' && load > 5) throw new OutsideValidity('load', 'lift.too_much', { max: 5 });
    if (method === 'double' && load < 2) throw new OutsideValidity('load', 'lift.too_little', { min: 2 });
    const value = method === 'double' ? 2 * load : load ** 2;
    return { lift_kg: value, ...(load < 4 ? { class: 'light' as const } : {}) };
  },
});

const limits = classTable({ low: 0, high: 5 });
const rules = { strict: { formula: 'limit 5', sources: [paper] }, lax: { formula: 'limit 8', sources: [paper] } };

/** A calculator that only classifies; its parts share the labels of the whole. */
const rate = defineCalculator({
  name: 'rate',
  family,
  since: 'v1.0.0',
  input: z.object({ load: quantity({ min: 0, max: 100 }), method: method(rules, { all: true, imperial: 'lax' }) }),
  output: z.object({
    verdict: key(['low', 'high']),
    part: withLabelsOf('verdict', classOf(limits)),
  }),
  profile: ['load'],
  equations: rules,
  examples: [],
  calculate({ load, method }) {
    const verdict: 'low' | 'high' = load >= (method === 'lax' ? 8 : 5) ? 'high' : 'low';
    return { verdict, part: verdict };
  },
});

const ask = (input: Readonly<Record<string, unknown>>, options: AnswerOptions = {}) => lift.answer(input, options);

describe('method=all', () => {
  it('adds the numbers and classes of every equation to the answer of the default', () => {
    expect(ask({ load: 3, method: 'all' })).toMatchObject({
      body: {
        lift_kg: 6,
        class: 'light',
        by_method: { double: { lift_kg: 6, class: 'light', class_label: 'lift.class.light' }, square: { lift_kg: 9 } },
      },
    });
  });

  it('is accepted under the other names of the parameter and as a text', () => {
    const byMethod = { body: { by_method: { square: { lift_kg: 9 } } } };
    expect(ask({ load: 3, formula: 'all' })).toMatchObject(byMethod);
    expect(lift.answer({ load: '3', equation: 'all' }, { texts: true })).toMatchObject(byMethod);
  });

  it('names the equation of the results on top, and why another one is missing', () => {
    const both = Object(ask({ load: 3, method: 'all' })).body;
    expect(both).toMatchObject({ method: 'double', method_label: 'equations.double' });
    expect(both).not.toHaveProperty('left_out');
    expect(ask({ load: 6, method: 'all' })).toMatchObject({
      body: {
        method: 'double',
        left_out: [
          {
            method: 'square',
            method_label: 'equations.square',
            reason: 'lift.too_much {"field":"load","max":5}',
          },
        ],
      },
    });
    expect(ask({ load: 1, method: 'all' })).toMatchObject({
      body: { method: 'square', left_out: [{ method: 'double' }] },
    });
  });

  it('adds the imperial twin to every row', () => {
    expect(ask({ load: 3, method: 'all' }, { units: 'imperial' })).toMatchObject({
      body: { by_method: { square: { lift_kg: 9, lift_lb: 19.84 } } },
    });
  });

  it('omits an equation that is not valid, and says why in the details', () => {
    expect(ask({ load: 6, method: 'all' }, { detail: 'full' })).toMatchObject({
      body: {
        by_method: { double: { lift_kg: 12 } },
        details: {
          equation: { key: 'all', name: 'equations.all' },
          warnings: [
            'left_out {"method":"equations.square","reason":"lift.too_much {\\"field\\":\\"load\\",\\"max\\":5}"}',
          ],
        },
      },
    });
    expect(ask({ load: 6, method: 'all' })).not.toHaveProperty('body.by_method.square');
  });

  it('answers with the first valid equation if the default is not valid', () => {
    expect(ask({ load: 1, method: 'all' })).toMatchObject({
      body: { lift_kg: 1, by_method: { square: { lift_kg: 1 } } },
    });
  });

  it('cites each paper once', () => {
    expect(ask({ load: 3, method: 'all' }, { detail: 'full' })).toMatchObject({
      body: {
        details: { sources: [{ citation: 'Both equations' }, { citation: 'Double' }, { citation: 'Square' }] },
      },
    });
  });

  it('is among the accepted values of calculators that offer it', () => {
    expect(ask({ load: 3, method: 'cube' })).toMatchObject({
      problems: [{ field: 'method', code: 'not_allowed', values: { allowed: 'double, square, all' } }],
    });
    expect(z.toJSONSchema(method(equations, { all: true }).unwrap()).enum).toEqual(['double', 'square', 'all']);
    expect(z.toJSONSchema(method(equations).unwrap()).enum).toEqual(['double', 'square']);
  });
});

describe('method=all of a calculator that gives classes alone', () => {
  const answer = rate.answer({ load: 6, method: 'all' }, { detail: 'full' });

  it('has the classes of every equation, with the labels of the answer', () => {
    expect(answer).toMatchObject({
      body: {
        by_method: {
          strict: { verdict: 'high', verdict_label: 'rate.verdict.high', part_label: 'rate.verdict.high' },
          lax: { verdict: 'low', verdict_label: 'rate.verdict.low' },
        },
      },
    });
  });

  it('labels the bounds of a class that shares the labels of another', () => {
    expect(answer).toMatchObject({ body: { details: { classes: { part: [{ label: 'rate.verdict.low' }, {}] } } } });
  });
});

describe('numbers inside a result', () => {
  const span = defineCalculator({
    name: 'span',
    family,
    since: 'v1.0.0',
    input: z.object({ load: quantity({ min: 0, max: 100 }), method: method(rules, { all: true }) }),
    output: z.object({ ends: z.object({ verdict: key(['low', 'high']), at: constant() }) }),
    profile: ['load'],
    equations: rules,
    examples: [],
    calculate: ({ load, method }) => ({ ends: { verdict: 'low' as const, at: method === 'lax' ? 2 * load : load } }),
  });

  it('are listed with their classes', () => {
    const answer = span.answer({ load: 6, method: 'all' });
    expect(answer).toMatchObject({ body: { ends: { verdict_label: 'span.ends.verdict.low' } } });
    expect(Object(answer).body.by_method).toMatchObject({
      strict: { ends: { at: 6, verdict_label: 'span.ends.verdict.low' } },
      lax: { ends: { at: 12 } },
    });
  });
});

describe('the method of imperial requests', () => {
  const verdict = (options: AnswerOptions = {}, method = {}) =>
    Object(rate.answer({ load: 6, ...method }, options)).body;

  it('is the one that the equations name, unless the caller names another', () => {
    expect(verdict().verdict).toBe('high');
    expect(verdict({ units: 'imperial' }).verdict).toBe('low');
    expect(verdict({ units: 'imperial' }, { method: 'all' }).verdict).toBe('low');
    expect(verdict({ units: 'imperial' }, { method: 'strict' }).verdict).toBe('high');
  });
});

describe('one method', () => {
  it('is answered without the others', () => {
    expect(ask({ load: 3, method: 'second_power' })).toMatchObject({ body: { lift_kg: 9 } });
    expect(ask({ load: 3 })).not.toHaveProperty('body.by_method');
    expect(ask({ load: 3 })).not.toHaveProperty('body.method');
  });

  it('may be named by an alias of the calculator', () => {
    const named = z.object({ method: method(equations, { aliases: ['rule'] }) });
    const reader = createInputReader(named);
    expect(reader.read(reader.collectAll({ rule: 'square' }), 'metric', false)).toMatchObject({
      input: { method: 'square' },
    });
    expect(reader.read(reader.collectAll({ cycle: 'square' }), 'metric', false)).toHaveProperty('problems');
  });

  it('refuses what lies outside its validity', () => {
    expect(ask({ load: 6, method: 'square' })).toMatchObject({
      problems: [{ field: 'load', code: 'outside_validity', message: 'lift.too_much' }],
    });
  });

  it('lists only the bounds of the classes in the answer', () => {
    expect(ask({ load: 3 }, { detail: 'full' })).toMatchObject({
      body: {
        details: {
          classes: {
            class: [
              { key: 'light', from: 0, to: 10 },
              { key: 'heavy', from: 10, to: null },
            ],
          },
        },
      },
    });
    expect(ask({ load: 5 }, { detail: 'full' })).not.toHaveProperty('body.details.classes');
  });
});
