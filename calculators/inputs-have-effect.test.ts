import { expect, it } from 'vitest';
import { z } from 'zod';
import { ALL, type Calculator, DAY, dayNumber, type FieldReader, isoDate, timeOfDay } from './kit/index.ts';
import { builtIn } from './testing/built-in.fixture.ts';

type Input = Readonly<Record<string, unknown>>;

/** Most samples in search of an effect, and samples in search of one that a method should not have. */
const SEARCHES = 3000;
const CHECKS = 40;

const optional = builtIn.flatMap((calculator) =>
  calculator.fields
    .filter(({ name, required }) => !required && name !== 'method')
    .map((field) => [calculator.name, field.name, calculator, field] as const),
);

it.each(optional)(
  '%s: %s has an effect with every method that uses it, and with no other',
  (_, name, calculator, field) => {
    const methodOf = calculator.fields.find((candidate) => candidate.name === 'method');
    const methods = methodOf ? methodOf.options.filter((option) => option !== ALL) : [undefined];
    const users: readonly unknown[] = calculator.usedBy[name] ?? methods;
    const random = randomFrom(optional.findIndex((row) => row[2] === calculator && row[3] === field));
    for (const method of methods) {
      const uses = users.includes(method);
      let found = false;
      for (let sample = 0; sample < (uses ? SEARCHES : CHECKS) && !found; sample += 1) {
        const example = calculator.examples[sample % calculator.examples.length]?.input ?? {};
        const without = {
          ...personLike(calculator, example, name, random),
          ...(method === undefined ? {} : { method }),
        };
        const [given, other] = [0, 1].map(() =>
          outcome(calculator, { ...without, [name]: valueFor(field, example[name], random) }),
        );
        found = [outcome(calculator, without), other].some((one) => isEffect(uses, given, one));
      }
      expect(found, `method ${method}`).toBe(uses);
    }
  },
);

/**
 * A refusal is an effect of an input that a method uses: of an age that the equation is not valid for. An input that a
 * method does not use may be refused as well, for a value that no person has, but changes no answer.
 */
function isEffect(uses: boolean, one: string | undefined, other: string | undefined): boolean {
  const answers = [one, other].filter((text) => text?.startsWith('{')).length;
  return one !== other && (uses ? answers > 0 : answers === 2);
}

/** The results, or why there are none. */
function outcome(calculator: Calculator, input: Input): string {
  const answer = calculator.answer(input);
  if ('problems' in answer)
    return answer.problems.map(({ code, message }) => (code === 'outside_validity' ? message : code)).join();
  const { profile: _, ...results } = answer.body;
  return JSON.stringify(results);
}

type Random = () => number;

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Every required input, and each optional one sometimes, mostly as in an example. */
function personLike({ fields }: Calculator, example: Input, without: string, random: Random): Input {
  const chosen = fields.filter(({ name, required }) => {
    if (name === without || name === 'method') return false;
    return required || random() < (example[name] === undefined ? 0.4 : 0.9);
  });
  return Object.fromEntries(chosen.map((field) => [field.name, valueFor(field, example[field.name], random)]));
}

function valueFor({ core, meta, kind, options }: FieldReader, example: unknown, random: Random): unknown {
  const among = (values: readonly unknown[]) => values[Math.floor(random() * values.length)];
  if (core instanceof z.ZodNumber) return numberIn(core, kind === 'integer', example, random);
  if (example !== undefined && random() < 0.5) return example;
  if (core instanceof z.ZodArray) {
    const { minItems = 0, maxItems = minItems } = z.toJSONSchema(core);
    const length = Math.min(minItems + Math.floor(random() * 30), maxItems);
    return Array.from({ length }, () => numberIn(core.element as z.ZodNumber, false, undefined, random));
  }
  if (meta.dates) return isoDate(dayNumber('2025-01-01') + Math.floor(random() * 400));
  if (meta.clock) return timeOfDay(Math.floor(random() * DAY));
  if (kind === 'boolean') return random() < 0.5;
  return options.length > 0 ? among(options) : among(['running', '15610', '12028']);
}

/** A number close to the one of an example, or anywhere within the bounds, small ones as often as large ones. */
function numberIn({ minValue, maxValue }: z.ZodNumber, whole: boolean, example: unknown, random: Random): number {
  const min = minValue ?? 0;
  const max = maxValue ?? 1000;
  const spread = min > 0 && max / min > 50 ? min * (max / min) ** random() : min + (max - min) * random();
  const near = typeof example === 'number' && random() < 0.6 ? example * (0.8 + 0.4 * random()) : spread;
  const number = whole ? Math.round(near) : near;
  return Math.min(Math.max(number, min), max);
}
