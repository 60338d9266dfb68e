import { energyCalculators } from './index.ts';

export type Input = Readonly<Record<string, string | number>>;

/** Asks a calculator of the family, as a POST with full details. */
export function ask(name: string, input: Input, query: readonly string[] = []) {
  const calculator = energyCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  const context = { language: 'en', authenticated: true, endpointName: name } as const;
  return calculator.answer({ query: ['detail', 'full', ...query], body: input }, context);
}

/** The body of an answer that must be one. */
export function answer(name: string, input: Input, query: readonly string[] = []): Readonly<Record<string, unknown>> {
  const asked = ask(name, input, query);
  if ('problems' in asked) throw new Error(JSON.stringify(asked.problems));
  return asked.body;
}
