import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Calculator } from './define.ts';
import type { FieldReader } from './field-reader.ts';
import { LANGUAGES } from './languages.ts';
import type { RawInput } from './reader.ts';
import { DIMENSIONS } from './units.ts';

const context = { language: 'en', authenticated: true, endpointName: 'x' } as const;

function ask(calculator: Calculator, raw: RawInput): Record<string, unknown> {
  const answer = calculator.answer(raw, context);
  if ('problems' in answer) throw new Error(JSON.stringify(answer.problems));
  return answer.body;
}

const queryOf = (input: Readonly<Record<string, unknown>>) =>
  Object.entries(input).flatMap(([name, value]) => [name, String(value)]);

/** What every calculator guarantees: its examples, its texts in its languages, its units, its numbers. */
export function calculatorSuite(calculator: Calculator): void {
  const { name, examples, fields, family } = calculator;

  describe(name, () => {
    it('has at least three examples', () => {
      expect(examples.length).toBeGreaterThanOrEqual(3);
    });

    it.each(examples)('answers $input as published or derived', ({ input, output }) => {
      expect(ask(calculator, { query: queryOf(input), body: null })).toMatchObject(output);
    });

    it.each(examples)('answers POST $input as GET', ({ input }) => {
      expect(ask(calculator, { query: [], body: input })).toEqual(
        ask(calculator, { query: queryOf(input), body: null }),
      );
    });

    it.each(family.messages.languages)('has every text in %s', (language) => {
      const [example] = examples;
      const query = [...queryOf(example?.input ?? {}), 'lang', language, 'detail', 'full'];
      const body = ask(calculator, { query, body: null });
      expect(body.language).toBe(language);
      expect(body.details).toBeDefined();
      for (const key of ['title', 'summary']) expect(family.messages.text(language, `${name}.${key}`)).not.toBe('');
    });

    it('is offered in every language of the product', () => {
      expect(family.messages.languages).toEqual(LANGUAGES);
    });

    it('answers the same to imperial input', () => {
      for (const { input } of examples) {
        const imperial = Object.fromEntries(
          Object.entries(input).map(([field, value]) => [field, inImperial(field, value)]),
        );
        const body = ask(calculator, { query: [], body: input });
        const twin = ask(calculator, { query: ['units', 'imperial'], body: imperial });
        expectClose(twin, body);
      }
    });

    it('gives finite numbers or a problem for whatever input', () => {
      const values = fc.record(Object.fromEntries(fields.map((field) => [field.name, valuesOf(field)])));
      fc.assert(
        fc.property(values, (input) => {
          const present = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
          const answer = calculator.answer({ query: queryOf(present), body: null }, context);
          if ('body' in answer) expectFinite(answer.body);
          else expect(answer.problems.length).toBeGreaterThan(0);
        }),
        { numRuns: 300 },
      );
    });
  });

  function inImperial(field: string, value: string | number): string | number {
    const dimension = fields.find((candidate) => candidate.name === field)?.meta.dimension;
    return dimension && typeof value === 'number' ? value / DIMENSIONS[dimension].factor : value;
  }
}

/** Values in bounds as a rule, sometimes just outside, sometimes none. */
function valuesOf(field: FieldReader): fc.Arbitrary<unknown> {
  const { core, options } = field;
  const absent = field.required ? [] : [fc.constant(undefined)];
  if (core instanceof z.ZodNumber) {
    const min = core.minValue ?? 0;
    const max = core.maxValue ?? 1_000;
    const inBounds =
      field.kind === 'integer'
        ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
        : fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) }).map((hundredths) => hundredths / 100);
    return fc.oneof({ weight: 20, arbitrary: inBounds }, fc.constantFrom(min, max, min - 1, max + 1), ...absent);
  }
  if (options.length > 0) return fc.oneof(fc.constantFrom(...options), ...absent);
  return fc.oneof(fc.string(), ...absent);
}

function expectFinite(value: unknown): void {
  if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(expectFinite);
}

/** Every number of `expected` stands in `actual` within the rounding of inputs that went through pounds and inches. */
function expectClose(actual: unknown, expected: unknown): void {
  if (typeof expected === 'number') expect(actual).toBeCloseTo(expected, 1);
  else if (typeof expected === 'object' && expected !== null) {
    for (const [name, value] of Object.entries(expected)) {
      expectClose(typeof actual === 'object' && actual !== null ? Reflect.get(actual, name) : undefined, value);
    }
  } else expect(actual).toEqual(expected);
}
