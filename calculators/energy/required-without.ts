import { type Given, type InputProblem, InputRefused } from '../kit/index.ts';

/**
 * The inputs that take the place of one that is not given: without `energy`, what it is calculated from.
 *
 * @returns the same input, with the named members known to be there
 * @throws InputRefused naming every one that is missing, and what could stand in for all of them
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
