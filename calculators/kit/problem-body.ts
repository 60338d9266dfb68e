import { MOST_MISTAKES } from './input-problem-list.ts';
import type { InputProblem } from './input-problems.ts';
import type { Language } from './languages.ts';
import type { Catalogue, MessageValues } from './messages.ts';

/**
 * Problems that a calculator service answers itself: those of input, and a call that its gateway did not make. Status by
 * code; the texts are `problems.<code>`.
 */
export const INPUT_PROBLEMS = {
  'invalid-parameters': 400,
  'malformed-query': 400,
  'malformed-json': 400,
  'repeated-member': 400,
  'service-signature': 401,
  'unknown-calculator': 404,
  'method-not-allowed': 405,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
} as const;
export type InputProblemCode = keyof typeof INPUT_PROBLEMS;

/** What every problem body needs to know of its request. */
export interface ProblemContext {
  /** Base address of the installation, without a slash at the end; problem types are pages below it. */
  readonly baseUrl: string;
  readonly language: Language;
  readonly requestId: string;
}

/** Members beyond RFC 9457's own. */
export type ProblemExtensions = Readonly<Record<string, unknown>>;

/** Media type of every error answer (RFC 9457). */
export const PROBLEM_JSON = 'application/problem+json; charset=utf-8';

/**
 * The body of a problem (RFC 9457) in the caller's language.
 *
 * @param detail key of the detail where the code has more than one
 */
export function problemBody(
  code: string,
  status: number,
  messages: Catalogue,
  context: ProblemContext,
  values: MessageValues = {},
  extensions: ProblemExtensions = {},
  detail = 'detail',
): Record<string, unknown> {
  const { baseUrl, language, requestId } = context;
  return {
    type: `${baseUrl}/docs/errors/${code}`,
    title: messages.text(language, `problems.${code}.title`, values),
    status,
    detail: messages.text(language, `problems.${code}.${detail}`, values),
    code,
    request_id: requestId,
    language,
    ...extensions,
  };
}

/** What is said of one mistake. */
export interface WrittenMistake {
  readonly field: string;
  readonly code: InputProblem['code'];
  /** In the caller's language. */
  readonly message: string;
}

/** The parts of `invalid-parameters` that depend on the mistakes. */
export interface WrittenMistakes {
  readonly values: MessageValues;
  readonly extensions: { readonly errors: readonly WrittenMistake[]; readonly more_errors?: true };
  /** Key of the detail where it is not the usual one. */
  readonly detail?: string;
}

/** Writes mistakes in the caller's language: the first {@link MOST_MISTAKES}, and `more_errors` where there are more. */
export function writeInputProblems(
  problems: readonly InputProblem[],
  messages: Catalogue,
  language: Language,
): WrittenMistakes {
  const errors = problems
    .slice(0, MOST_MISTAKES)
    .map(({ field, code, message, values }) => ({ field, code, message: messages.text(language, message, values) }));
  const values = { count: errors.length };
  return problems.length > MOST_MISTAKES
    ? { values, extensions: { errors, more_errors: true }, detail: 'detail_more' }
    : { values, extensions: { errors } };
}
