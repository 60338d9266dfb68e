import {
  type Catalogue,
  HINT,
  IMPLAUSIBLE,
  type InputProblem,
  type Language,
  type MessageValues,
  MOST_MISTAKES,
  READING_CODES,
} from '../../../calculators/kit/index.ts';

/**
 * Problems that a calculator service answers itself: problems of input, and a call that its gateway did not make. HTTP
 * status by code; the texts are `problems.<code>`.
 */
export const INPUT_PROBLEMS = {
  'invalid-parameters': 400,
  'implausible-result': 422,
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
  /** Base address of the installation, without a trailing slash. Problem types are pages below it. */
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
 * @param detail key of the detail, for a code with several details
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

/** An input in the wrong part of a request: its code in `errors`, and its message `input.<code>`. */
const PLACEMENT_CODES = ['not_in_query', 'not_in_body'] as const;
type PlacementCode = (typeof PLACEMENT_CODES)[number];

/** Every code that `errors` of `invalid-parameters` can have. */
export const MISTAKE_CODES = [...READING_CODES, ...PLACEMENT_CODES, 'outside_validity'] as const;

/** Every code that `errors` of `implausible-result` can have. */
export const IMPLAUSIBLE_CODES = [IMPLAUSIBLE, HINT] as const;

/** The problem of an input in the wrong part of a request. */
export function placementProblem(field: string, code: PlacementCode): InputProblem {
  return { field, code, message: `input.${code}`, values: { field } };
}

/** One mistake as an answer lists it. */
export interface WrittenMistake {
  readonly field: string;
  readonly code: string;
  /** In the caller's language. */
  readonly message: string;
}

/** The parts of `invalid-parameters` that depend on the mistakes. */
export interface WrittenMistakes {
  readonly values: MessageValues;
  readonly extensions: { readonly errors: readonly WrittenMistake[]; readonly more_errors?: true };
  /** Key of the detail, if it is not `detail`. */
  readonly detail?: string;
}

/** Writes mistakes in the caller's language: the first {@link MOST_MISTAKES}, and `more_errors` if there are more. */
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
