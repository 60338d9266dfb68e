import { describe, expect, it } from 'vitest';
import type { Calculator } from './calculator.ts';

/** One result of an independent calculation. test/reference has a program and its results for each family. */
export interface ReferenceCase {
  readonly calculator: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
}

/**
 * Holds the calculators of a family to an independent calculation, and checks that it covers their equations.
 *
 * @param sameAsAnother equations that only classify the result of another one; their bounds have tests of their own
 */
export function referenceSuite(
  calculators: readonly Calculator[],
  cases: readonly ReferenceCase[],
  sameAsAnother: readonly string[] = [],
): void {
  it('has no reference for a calculator that is not there', () => {
    const names = new Set(calculators.map(({ name }) => name));
    expect(cases.map(({ calculator }) => calculator).filter((name) => !names.has(name))).toEqual([]);
  });

  describe.each(calculators.map((calculator) => [calculator.name, calculator] as const))('%s', (name, calculator) => {
    const own = cases.filter((reference) => reference.calculator === name);

    it.each(own)('answers $input as the independent calculation', ({ input, output }) => {
      expect(calculator.answer(input)).toMatchObject({ body: output });
    });

    it('has a reference for each of its equations', () => {
      const used = own.map(({ input }) => {
        const answer = calculator.answer(input, { detail: 'full' });
        return 'body' in answer && Object(Object(answer.body.details).equation).key;
      });
      const equations = calculator.equations.map(([key]) => key).filter((key) => !sameAsAnother.includes(key));
      expect([...new Set(used)].toSorted()).toEqual(equations.toSorted());
    });
  });
}
