import { snakeCase } from './names.ts';

/** A file of messages: texts, nested by the parts of their keys. */
export interface Messages {
  readonly [member: string]: string | Messages;
}

/** The texts that a calculator has at least. */
export interface CalculatorTexts {
  readonly title: string;
  readonly summary: string;
  /** When to use it, and when not. */
  readonly use: string;
  /** What its result is. */
  readonly result: string;
  /** The name of its equation. */
  readonly equation: string;
}

/**
 * Adds the texts of a new calculator after those of the last one, because the order of the messages is the order in which
 * calculators are listed.
 *
 * @param isCalculator whether a member holds the texts of a calculator
 */
export function withCalculator(
  messages: Messages,
  name: string,
  { title, summary, use, result, equation }: CalculatorTexts,
  isCalculator: (member: string) => boolean,
): Messages {
  const members = Object.entries(messages);
  const after = members.findLastIndex(([member]) => isCalculator(member)) + 1;
  const extended = Object.fromEntries(
    members.toSpliced(after, 0, [name, { title, summary, use, outputs: { [snakeCase(name)]: result } }]),
  );
  const equations: Messages = Object(messages.equations);
  return { ...extended, equations: { ...equations, [snakeCase(name)]: equations[snakeCase(name)] ?? equation } };
}
