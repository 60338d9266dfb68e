import { type Calculator, InputRefused } from '../../calculators/kit/index.ts';
import type { Input } from '../../calculators/testing/random-inputs.fixture.ts';

/** The unrounded results of a calculator, or why it has none. */
export type Outcome = { readonly results: Input; readonly refusal?: never } | { readonly refusal: InputRefused };

/** Calculates with inputs in SI. A list of calculators does not know their types: every one of them has `calculate`. */
export function outcomeOf(calculator: Calculator, input: Input): Outcome {
  const { calculate } = calculator as Calculator & { calculate(input: Input): Input };
  try {
    return { results: calculate(input) };
  } catch (refusal) {
    if (refusal instanceof InputRefused) return { refusal };
    throw refusal;
  }
}
