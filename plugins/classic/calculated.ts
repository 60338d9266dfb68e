import type { z } from 'zod';
import { problemOfIssue } from '../../calculators/kit/field-reader.ts';
import { type InputProblem, InputRefused, type TypedCalculator, type UnitSystem } from '../../calculators/kit/index.ts';
import { Mistakes } from './mistakes.ts';

/** How the inputs of a v1 calculator are called, and written, in a classic call. */
export interface Told {
  /** The classic name of an input where it is another one, `{ gender: 'sex' }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** The units that the consumer's bounds are told in. */
  readonly units?: UnitSystem;
}

/**
 * The results of a calculator of v1, unrounded, for inputs in metric units: the bounds of v1 hold here too.
 *
 * @throws Mistakes by the classic names
 */
export function calculated<Input extends z.ZodObject, Output extends z.ZodObject>(
  calculator: TypedCalculator<Input, Output>,
  input: z.input<Input>,
  { names = {}, units = 'metric' }: Told = {},
): z.output<Output> {
  const sentence = ({ field, message, values }: InputProblem) =>
    calculator.family.messages.text('en', message, { ...values, field: names[field] ?? field });
  const parsed = calculator.input.safeParse(input);
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap((issue) => {
      const field = calculator.fields.find(({ name }) => name === issue.path[0]);
      return field ? [problemOfIssue(field, issue, units)] : [];
    });
    throw new Mistakes(problems.map(sentence));
  }
  try {
    // What the schema has read is what the calculator takes.
    return calculator.calculate(parsed.data as z.output<Input>);
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
    throw new Mistakes(error.problems.map(sentence));
  }
}
