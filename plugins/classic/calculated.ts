import type { z } from 'zod';
import { problemOfIssue } from '../../calculators/kit/field-reader.ts';
import { type InputProblem, InputRefused, type TypedCalculator, type UnitSystem } from '../../calculators/kit/index.ts';
import { Mistakes } from './mistakes.ts';

/** How a classic call names and writes the inputs of a v1 calculator. */
export interface Told {
  /** The classic name of each input that has another name there, `{ gender: 'sex' }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** The units in which messages give bounds. */
  readonly units?: UnitSystem;
}

/**
 * The unrounded results of a v1 calculator for inputs in metric units. The bounds of v1 hold here too.
 *
 * @throws Mistakes that use the classic names
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
    // The schema has read exactly the calculator's input.
    return calculator.calculate(parsed.data as z.output<Input>);
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
    throw new Mistakes(error.problems.map(sentence));
  }
}
