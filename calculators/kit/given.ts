import { type InputProblem, InputRefused } from './input-problems.ts';

/** An input whose optional members `Key` are present. */
export type Given<Input, Key extends keyof Input> = Input & { readonly [Name in Key]-?: NonNullable<Input[Name]> };

/**
 * Requires inputs that only one method needs, and that the schema therefore leaves optional.
 *
 * @returns the same input, typed with the named members present
 * @throws InputRefused that names every missing input, and the method
 * @example const { waist, neck } = given(person, ['waist', 'neck'], 'navy')
 */
export function given<Input extends object, Key extends keyof Input & string>(
  input: Input,
  names: readonly Key[],
  method: string,
): Given<Input, Key> {
  const missing = names.filter((name) => input[name] === undefined);
  if (missing.length > 0) {
    throw new InputRefused(
      missing.map(
        (field): InputProblem => ({
          field,
          code: 'missing',
          message: 'input.missing_for_method',
          values: { field, method },
        }),
      ),
    );
  }
  return input as Given<Input, Key>;
}
