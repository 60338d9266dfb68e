import { describe, expect, it } from 'vitest';
import cases from '../../test/reference/body.json' with { type: 'json' };
import { bodyCalculators } from './index.ts';

const context = { language: 'en', authenticated: true, endpointName: 'x' } as const;
const body = (calculator: (typeof bodyCalculators)[number], input: Readonly<Record<string, unknown>>) =>
  calculator.answer({ query: [], body: input }, context);

describe.each(bodyCalculators.map((calculator) => [calculator.name, calculator] as const))('%s', (name, calculator) => {
  const own = cases.filter((reference) => reference.calculator === name);

  it.each(own)('answers $input as the independent calculation', ({ input, output }) => {
    expect(body(calculator, input)).toMatchObject({ body: output });
  });

  it('has a reference for each of its equations', () => {
    const used = own.map(({ input }) => {
      const answer = calculator.answer({ query: ['detail', 'full'], body: input }, context);
      return 'body' in answer && Object(Object(answer.body.details).equation).key;
    });
    // The Asian and the older adults' limits classify the same index; their bounds stand in bmi.test.ts.
    const equations = calculator.equations
      .map(([key]) => key)
      .filter((key) => !['asian', 'older_adults'].includes(key));
    expect([...new Set(used)].toSorted()).toEqual(equations.toSorted());
  });
});
