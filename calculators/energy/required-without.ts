import { type Given, type InputProblem, InputRefused } from '../kit/index.ts';

/**
 * The inputs that replace one that is not given: without `energy`, the inputs that it is calculated from.
 *
 * @returns the same input, with the named members known to be there
 * @throws InputRefused naming every missing one, and the input that replaces them all
 */
export function requiredWithout<Input extends object, Key extends keyof Input & string>(
  other: string,
  input: Input,
  names: readonly Key[],
): Given<Input, Key> {
  const missing = names.filter((name) => input[name] === undefined);
  if (missing.length > 0) {
    throw new InputRefused(
      missing.map(
        (field): InputProblem => ({ field, code: 'missing', message: 'required_without', values: { field, other } }),
      ),
    );
  }
  return input as Given<Input, Key>;
}
