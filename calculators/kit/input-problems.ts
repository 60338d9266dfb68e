import type { MessageValues } from './messages.ts';

/** What can be wrong with one input. Each has a message `input.<code>` in the kit's catalogue. */
export const INPUT_CODES = [
  'missing',
  'empty',
  'too_long',
  'not_a_number',
  'not_an_integer',
  'not_a_date',
  'not_a_time',
  'not_a_clock_time',
  'not_a_series',
  'too_few',
  'too_many',
  'not_text',
  'too_small',
  'too_large',
  'not_allowed',
  'unknown',
  'unknown_nearest',
  'repeated',
  'not_in_query',
  'not_in_body',
  'outside_validity',
] as const;
export type InputCode = (typeof INPUT_CODES)[number];

/** One thing wrong with a request's input. `message` is a key of a catalogue, not a text. */
export interface InputProblem {
  readonly field: string;
  readonly code: InputCode;
  readonly message: string;
  readonly values?: MessageValues;
}

/** A problem whose message is the kit's own for its code. */
export function inputProblem(field: string, code: InputCode, values: MessageValues = {}): InputProblem {
  return { field, code, message: `input.${code}`, values: { field, ...values } };
}

/** Thrown by `calculate` for inputs that are well-formed, each for itself, and still cannot be calculated with. */
export class InputRefused extends Error {
  override readonly name: string = 'InputRefused';
  readonly problems: readonly InputProblem[];

  constructor(problems: readonly InputProblem[]) {
    super(problems.map(({ field, message }) => `${field}: ${message}`).join(', '));
    this.problems = problems;
  }
}

/**
 * Thrown by `calculate` when well-formed inputs lie outside what its equation is valid for (age, height, geometry).
 *
 * @example throw new OutsideValidity('age', 'bmi.adults_only', { calculator: 'bmi-for-age' })
 */
export class OutsideValidity extends InputRefused {
  override readonly name = 'OutsideValidity';

  /** @param message key in the family's catalogue: the reason, in one sentence */
  constructor(field: string, message: string, values: MessageValues = {}) {
    super([{ field, code: 'outside_validity', message, values: { field, ...values } }]);
  }
}
