import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnswerOptions, Calculator, Example, Since } from '../calculator.ts';
import { DAY, timeOfDay } from '../clock.ts';
import { dayNumber, isoDate } from '../dates.ts';
import type { FieldReader } from '../field-reader.ts';
import { LANGUAGES } from '../languages.ts';
import { ALL, METHOD } from '../method.ts';
import { outputMeta, unwrapOutput } from '../outputs.ts';
import { type Plausible, plausibleBounds } from '../plausible.ts';
import { toImperial } from '../units.ts';
import { type ReferenceCase, referenceSuite } from './reference.suite.ts';

type Members = Readonly<Record<string, unknown>>;

/** The names that callers rely on: a failure here reveals a change of the API. */
export interface Contract {
  readonly since: Since;
  readonly aliases?: readonly string[];
  /** Every input, in the order of the documentation. */
  readonly inputs: readonly string[];
  /** The values of `method`, the default first, and `all` at the end where it is offered. */
  readonly methods?: readonly string[];
}

/** Facts about a calculator that its test states independently of its definition. */
export interface Expectations {
  readonly contract: Contract;
  readonly reference: readonly ReferenceCase[];
  /** Equations that only classify the result of another one, and need no reference. */
  readonly sameAsAnother?: readonly string[];
  /** Results that must rise with an input, by the method of each example: heavier is more. */
  readonly rises?: Readonly<Record<string, readonly string[]>>;
  /** Results that must fall with an input: older is less. */
  readonly falls?: Readonly<Record<string, readonly string[]>>;
}

function ask(calculator: Calculator, input: Members, options?: AnswerOptions): Members {
  const answer = calculator.answer(input, options);
  if ('problems' in answer) throw new Error(JSON.stringify(answer.problems));
  return answer.body;
}

/** The inputs as texts, as in a query. */
const textsOf = (input: Members) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
const TEXTS = { texts: true } as const;

/**
 * What every calculator guarantees: its names, its examples, its texts in its languages, its units, its numbers.
 *
 * @example
 * calculatorSuite(packYears, {
 *   contract: { since: 'v1.0.0', inputs: ['cigarettes', 'years'] },
 *   reference: [{ input: { cigarettes: 20, years: 10 }, output: { pack_years: 10 } }],
 *   rises: { pack_years: ['cigarettes', 'years'] },
 * });
 */
export function calculatorSuite(calculator: Calculator, expected: Expectations): void {
  const { name, examples, fields, family, output, equations } = calculator;

  const methodOf = fields.find((field) => field.name === METHOD);

  describe(name, () => {
    it('keeps its aliases, inputs, methods and first release', () => {
      const methods = methodOf ? equations.map(([key]) => key) : [];
      if (methodOf?.meta.all) methods.push(ALL);
      const inputs = fields.map((field) => field.name);
      const { aliases, since } = calculator;
      expect({ since, aliases, inputs, methods }).toEqual({ aliases: [], methods: [], ...expected.contract });
    });

    it('has at least three examples', () => {
      expect(examples.length).toBeGreaterThanOrEqual(3);
    });

    it.each(examples)('answers $input as published or derived', ({ input, output: expected }) => {
      expect(ask(calculator, textsOf(input), TEXTS)).toMatchObject(expected);
    });

    it.each(examples)('answers the numbers of $input as their texts', ({ input }) => {
      expect(ask(calculator, input)).toEqual(ask(calculator, textsOf(input), TEXTS));
    });

    it.each(family.messages.languages)('has every text in %s', (language) => {
      for (const { input } of examples) {
        const body = ask(calculator, input, { language, detail: 'full' });
        expect(body.language).toBe(language);
        expect(body.details).toBeDefined();
      }
      for (const key of ['title', 'summary']) expect(family.messages.text(language, `${name}.${key}`)).not.toBe('');
    });

    it('is offered in every language of the product', () => {
      expect(family.messages.languages).toEqual(LANGUAGES);
    });

    it('answers the same to imperial input', () => {
      for (const { input } of examples) {
        // If the default method depends on the units, both are compared by the same method.
        const same = { ...(methodOf?.meta.imperial ? { [METHOD]: equations[0]?.[0] ?? '' } : {}), ...input };
        const imperial = Object.fromEntries(
          Object.entries(same).map(([field, value]) => [field, inImperial(field, value)]),
        );
        const { profile, ...results } = ask(calculator, input);
        const { profile: twin, ...twins } = ask(calculator, imperial, { units: 'imperial' });
        expectClose(twins, results, 9);
        expectClose(twin, profile, 2);
      }
    });

    it('gives finite numbers within their plausible bounds, or a problem, for any input', () => {
      const values = fc.record(Object.fromEntries(fields.map((field) => [field.name, valuesOf(field)])));
      fc.assert(
        fc.property(values, (input) => {
          const present = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
          const answer = calculator.answer(textsOf(present), TEXTS);
          if ('body' in answer) {
            expectFinite(answer.body);
            expect(outsideBounds(output, [], answer.body, family.plausible)).toEqual([]);
          } else expect(answer.problems.length).toBeGreaterThan(0);
        }),
        { numRuns: 300 },
      );
    });

    const classes = Object.entries(output.shape).filter(
      ([, schema]) => outputMeta.get(unwrapOutput(schema as z.ZodType))?.classes,
    );
    if (classes.length > 0)
      it('has an example on the bound of a class', () => {
        expect(
          examples.filter(({ input }) => standsOnBound(ask(calculator, input, { detail: 'full' }))).length,
        ).toBeGreaterThan(0);
      });

    const offersAll = fields.some(({ meta }) => meta.all);
    if (offersAll)
      it('gives by method=all what each method gives alone', () => {
        for (const { input } of examples) {
          const { [METHOD]: _, ...rest } = input;
          const together = ask(calculator, { ...rest, [METHOD]: ALL });
          const byDefault = calculator.answer(rest);
          if ('body' in byDefault) {
            const { warnings = [], ...alone } = byDefault.body;
            expect(together).toMatchObject(alone);
            // Beside them stand those of the other equations.
            expect(together.warnings ?? []).toEqual(expect.arrayContaining(warnings as unknown[]));
          }
          const rows = new Map(Object.entries(Object(together.by_method)));
          for (const [method] of equations) {
            const alone = calculator.answer({ ...rest, [METHOD]: method });
            if ('body' in alone) expect(alone.body).toMatchObject(Object(rows.get(method)));
            expect(rows.has(method)).toBe('body' in alone);
          }
        }
      });

    const directions = [
      ...Object.entries(expected.rises ?? {}).map(([result, inputs]) => ({ result, inputs, sign: 1 })),
      ...Object.entries(expected.falls ?? {}).map(([result, inputs]) => ({ result, inputs, sign: -1 })),
    ];
    const pairs = directions.flatMap(({ inputs, ...rest }) => inputs.map((input) => ({ ...rest, input })));
    it.each(pairs)('changes $result with $input only in the direction $sign', ({ result, input: name, sign }) => {
      const field = fields.find((candidate) => candidate.name === name);
      if (!field) throw new Error(`no input ${name}`);
      // With every method, the first that holds answers: another one may hold for the other value.
      const alone = examples.filter(({ input }) => input[METHOD] !== ALL);
      const values = fc.constantFrom(...alone).chain((example) => {
        const value = oneOf(field, example.input[name]);
        return fc.tuple(fc.constant(example), value, value);
      });
      let compared = 0;
      fc.assert(
        fc.property(values, ([{ input }, one, other]) => {
          const [less, more] = [Math.min(one, other), Math.max(one, other)].map(
            (value) => calculator.answer({ ...input, [name]: value }) as { body?: Members },
          );
          const before = less?.body?.[result];
          const after = more?.body?.[result];
          if (typeof before !== 'number' || typeof after !== 'number') return;
          compared++;
          expect((after - before) * sign).toBeGreaterThanOrEqual(0);
        }),
        { numRuns: 200 },
      );
      expect(compared).toBeGreaterThan(5);
    });

    referenceSuite(calculator, expected.reference, expected.sameAsAnother);
  });

  function inImperial(field: string, value: Example['input'][string]): Example['input'][string] {
    const dimension = fields.find((candidate) => candidate.name === field)?.meta.dimension;
    return dimension && typeof value === 'number' ? toImperial(dimension, value) : value;
  }
}

/** Whether a number of an answer, result or echoed input, is the lower bound of one of its classes. */
export function standsOnBound(body: Members): boolean {
  const { classes } = Object(body.details) as {
    classes?: Readonly<Record<string, readonly { from: number | null }[]>>;
  };
  const bounds = Object.values(classes ?? {}).flatMap((table) => table.map(({ from }) => from));
  const numbers = [...Object.values(body), ...Object.values(Object(body.profile))];
  return bounds.some((bound) => bound !== null && bound !== 0 && numbers.includes(bound));
}

/** Numbers of a field within its bounds, half of them close to the one of an example: most others contradict it. */
function oneOf(field: FieldReader, example: unknown): fc.Arbitrary<number> {
  if (typeof example !== 'number' || field.kind === 'integer') return inBounds(field);
  const { minValue, maxValue } = field.core as z.ZodNumber;
  const near = fc
    .integer({ min: -50, max: 50 })
    .map((thousandths) => example * (1 + thousandths / 1000))
    .map((value) => Math.min(Math.max(value, minValue ?? value), maxValue ?? value));
  return fc.oneof(inBounds(field), near);
}

/** Numbers of a field within its bounds, with two decimals. */
function inBounds({ core, kind }: FieldReader): fc.Arbitrary<number> {
  const { minValue, maxValue } = (core instanceof z.ZodArray ? core.element : core) as z.ZodNumber;
  const min = minValue ?? 0;
  const max = maxValue ?? 1_000;
  return kind === 'integer'
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) }).map((hundredths) => hundredths / 100);
}

/** Values mostly within bounds, sometimes just outside, sometimes missing. */
function valuesOf(field: FieldReader): fc.Arbitrary<unknown> {
  const { core, options, kind, meta } = field;
  const absent = field.required ? [] : [fc.constant(undefined)];
  if (core instanceof z.ZodNumber) {
    const min = core.minValue ?? 0;
    const max = core.maxValue ?? 1_000;
    const edges = fc.constantFrom(min, max, min - 1, max + 1);
    return fc.oneof({ weight: 20, arbitrary: inBounds(field) }, edges, ...absent);
  }
  if (core instanceof z.ZodArray) {
    const { minItems: minLength = 0, maxItems: maxLength = minLength } = z.toJSONSchema(core);
    return fc.oneof(fc.array(inBounds(field), { minLength, maxLength }), ...absent);
  }
  if (meta.dates) {
    const bounds = { min: dayNumber(meta.dates.first) - 1, max: dayNumber(meta.dates.last) + 1 };
    return fc.oneof(fc.integer(bounds).map(isoDate), ...absent);
  }
  if (meta.clock) return fc.oneof(fc.integer({ min: 0, max: DAY - 1 }).map(timeOfDay), ...absent);
  if (kind === 'boolean') return fc.oneof(fc.boolean(), ...absent);
  if (options.length > 0) return fc.oneof(fc.constantFrom(...options), ...absent);
  return fc.oneof(fc.string(), ...absent);
}

/** The numbers of an answer that lie outside the bounds of their results, by path. */
function outsideBounds(
  schema: z.ZodType,
  path: readonly string[],
  value: unknown,
  plausible: Plausible | undefined,
): string[] {
  const core = unwrapOutput(schema);
  if (core instanceof z.ZodObject) {
    return Object.entries(core.shape).flatMap(([name, member]) =>
      outsideBounds(member as z.ZodType, [...path, name], Reflect.get(Object(value), name), plausible),
    );
  }
  if (core instanceof z.ZodArray) {
    return [value ?? []].flat().flatMap((row) => outsideBounds(core.element as z.ZodType, path, row, plausible));
  }
  if (!(core instanceof z.ZodNumber) || typeof value !== 'number') return [];
  const bounds = plausibleBounds(core, path, plausible);
  return bounds && value >= bounds.min && value <= bounds.max ? [] : [`${path.join('.')} is ${value}`];
}

function expectFinite(value: unknown): void {
  if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(expectFinite);
}

/**
 * Expects every number of `expected` in `actual`, apart from the noise of a conversion to pounds and inches and back.
 */
function expectClose(actual: unknown, expected: unknown, decimals: number): void {
  if (typeof expected === 'number') expect(actual).toBeCloseTo(expected, decimals);
  else if (typeof expected === 'object' && expected !== null) {
    for (const [name, value] of Object.entries(expected)) {
      expectClose(
        typeof actual === 'object' && actual !== null ? Reflect.get(actual, name) : undefined,
        value,
        decimals,
      );
    }
  } else expect(actual).toEqual(expected);
}
