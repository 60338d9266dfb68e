import { expect, it } from 'vitest';
import type { Calculator } from '../calculator.ts';

/** One result of an independent calculation: from a printed table, by hand, or from a program of test/reference. */
export interface ReferenceCase {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
}

/**
 * Compares a calculator with an independent calculation, and checks that the cases cover its equations.
 *
 * @param sameAsAnother equations that only classify the result of another one; their bounds have separate tests
 */
export function referenceSuite(
  calculator: Calculator,
  cases: readonly ReferenceCase[],
  sameAsAnother: readonly string[] = [],
): void {
  it.each(cases)('answers $input like the independent calculation', ({ input, output }) => {
    expect(calculator.answer(input)).toMatchObject({ body: output });
  });

  it('has a reference for each of its equations', () => {
    const used = cases.map(({ input }) => {
      const answer = calculator.answer(input, { detail: 'full' });
      return 'body' in answer && Object(Object(answer.body.details).equation).key;
    });
    const equations = calculator.equations.map(([key]) => key).filter((key) => !sameAsAnother.includes(key));
    expect([...new Set(used)].toSorted()).toEqual(equations.toSorted());
  });
}
