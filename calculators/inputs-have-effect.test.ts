import { expect, it } from 'vitest';
import { ALL, type Calculator } from './kit/index.ts';
import { builtIn } from './testing/built-in.fixture.ts';
import { type Input, personLike, randomFrom, valueFor } from './testing/random-inputs.fixture.ts';

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
          ...personLike(calculator, example, random, name),
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
