import type { MessageValues } from './messages.ts';

/** Mistakes in the value or the name of one input. Each has a message `input.<code>` in the kit's catalogue. */
export const READING_CODES = [
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
] as const;

/** Code of inputs that an equation is not valid for; the calculator's own message says why. */
const OUTSIDE_VALIDITY = 'outside_validity';

/** Every code of the kit's input problems. */
export const INPUT_CODES = [...READING_CODES, OUTSIDE_VALIDITY] as const;
export type InputCode = (typeof INPUT_CODES)[number];

/** One mistake in the inputs, as data. */
export interface InputProblem {
  /** The input, by the name under which it was given. */
  readonly field: string;
  /** One of {@link INPUT_CODES}, or a code of the caller that collected the inputs. */
  readonly code: string;
  /** Key of the text in a catalogue. */
  readonly message: string;
  /** Values for the placeholders of the text. */
  readonly values?: MessageValues;
}

/** A problem whose message is the kit's own for its code. */
export function inputProblem(field: string, code: InputCode, values: MessageValues = {}): InputProblem {
  return { field, code, message: `input.${code}`, values: { field, ...values } };
}

/** Thrown by `calculate` for inputs that are well-formed one by one but cannot be calculated with together. */
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
    super([{ field, code: OUTSIDE_VALIDITY, message, values: { field, ...values } }]);
  }
}
