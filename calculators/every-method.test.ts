import { expect, it } from 'vitest';
import type { z } from 'zod';
import { type Calculator, result } from './kit/index.ts';
import { builtIn } from './testing/built-in.fixture.ts';
import { personLike, randomFrom } from './testing/random-inputs.fixture.ts';

const SAMPLES = 60;

/** Equations whose papers give no classes: the limits of age · shock index differ between studies. */
const WITHOUT_CLASS = new Set(['by_age']);

type Members = Readonly<Record<string, unknown>>;

/** The answers to `method=all` over the examples and a sample of inputs. */
function answersOf(calculator: Calculator): Members[] {
  const random = randomFrom(7);
  const people = Array.from({ length: SAMPLES }, (_, at) => {
    const example = calculator.examples[at % calculator.examples.length]?.input ?? {};
    return at < calculator.examples.length ? example : personLike(calculator, example, random);
  });
  return people.flatMap((input) => {
    const answer = calculator.answer({ ...input, method: 'all' });
    return 'body' in answer ? [answer.body] : [];
  });
}

let leftOut = 0;

const comparing = builtIn.filter(({ fields }) => fields.some(({ meta }) => meta.all));

const named = comparing.map((calculator) => [calculator.name, calculator] as const);

it.each(named)(
  '%s with method=all names the equation on top, has the class of each, and says why one is missing',
  (_, calculator) => {
    const answers = answersOf(calculator);
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) {
      const rows = Object(answer.by_method) as Readonly<Record<string, Members>>;
      const top = rows[String(answer.method)];
      expect(top, 'method names the equation on top').toBeDefined();
      expect(answer.method_label).toEqual(expect.stringMatching(/\S/));
      for (const [name, value] of Object.entries(top ?? {})) {
        expect(answer[name], name).toEqual(value);
      }
      leftOut += answer.left_out === undefined ? 0 : 1;
      const missing = (answer.left_out ?? []) as { method: string; reason: string }[];
      for (const { reason } of missing) expect(reason).toMatch(/\S/);
      const keys = calculator.equations.map(([key]) => key);
      expect([...Object.keys(rows), ...new Set(missing.map(({ method }) => method))].toSorted()).toEqual(
        keys.toSorted(),
      );
      for (const [name, schema] of Object.entries(calculator.output.shape)) {
        if (answer[name] === undefined || !isClass(schema as z.ZodType)) continue;
        for (const [method, row] of Object.entries(rows)) {
          if (!WITHOUT_CLASS.has(method)) expect(row, method).toHaveProperty(`${name}_label`);
        }
      }
    }
  },
);

it('the sample has answers without some of the equations', () => {
  expect(leftOut).toBeGreaterThan(100);
});

const isClass = (schema: z.ZodType) => result.outputMeta.get(result.unwrapOutput(schema))?.classes !== undefined;
