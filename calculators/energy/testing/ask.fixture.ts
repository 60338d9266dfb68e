import type { AnswerOptions } from '../../kit/index.ts';
import { energyCalculators } from '../index.ts';

export type Input = Readonly<Record<string, string | number>>;

/** The answer of a calculator of the family with full details. */
export function ask(name: string, input: Input, options: AnswerOptions = {}) {
  const calculator = energyCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input, { detail: 'full', ...options });
}

/** The body of the answer. A problem of the input fails the test. */
export function answer(name: string, input: Input, options: AnswerOptions = {}): Readonly<Record<string, unknown>> {
  const asked = ask(name, input, options);
  if ('problems' in asked) throw new Error(JSON.stringify(asked.problems));
  return asked.body;
}
