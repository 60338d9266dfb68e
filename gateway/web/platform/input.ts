import { z } from 'zod';
import {
  type InputProblem,
  InputProblemList,
  LANGUAGES,
  languageOfTag,
  shownName,
} from '../../../calculators/kit/index.ts';
import { inputProblem } from '../../../calculators/kit/input-problems.ts';
import type { RouteFacts } from './route.ts';
import { platformMessages } from './texts.ts';

/** The unvalidated input of a call. */
export interface RawInput {
  /** Parameters of the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** Decoded query without `apikey`, as alternating names and values. */
  readonly query: readonly string[];
  /** Members of the JSON body; `null` if the route has no body. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * The mistakes in the input of a call: at most one more than an answer reports. A wrong parameter of the path means
 * that the path does not exist.
 */
export interface InputMistakes {
  readonly mistakes: readonly InputProblem[];
  readonly noSuchPath: boolean;
}

interface ReadInput {
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

/**
 * Reads the input of a route strictly: an undeclared member is a mistake.
 *
 * @param check finds further mistakes in the members of the body that the schema accepts
 */
export function readInput(
  { params, query, body }: Pick<RouteFacts, 'params' | 'query' | 'body'>,
  raw: RawInput,
  check: (members: object) => readonly InputProblem[] = () => [],
): ReadInput | InputMistakes {
  const mistakes = new InputProblemList();
  const path = params?.safeParse(raw.params);
  const fromQuery = readQueryInto(query, raw.query, mistakes);
  const fromBody = body?.safeParse(raw.body ?? {}, WITH_INPUT);
  if (body && fromBody?.error) addMistakes(fromBody.error, body, mistakes);
  if (body) mistakes.add(...check(fromBody?.data ?? rightMembers(body, raw.body ?? {})));
  const noSuchPath = path?.success === false;
  const { problems } = mistakes;
  if (noSuchPath || problems.length > 0) return { mistakes: problems, noSuchPath };
  return { input: { params: path?.data ?? null, query: fromQuery, body: fromBody?.data ?? null } };
}

/** The members of a body that their own schemas accept. */
function rightMembers({ shape }: z.ZodObject, raw: Readonly<Record<string, unknown>>): object {
  const read = Object.entries(shape).flatMap(([name, schema]) => {
    if (!Object.hasOwn(raw, name)) return [];
    const { success, data } = z.safeParse(schema, raw[name]);
    return success ? [[name, data] as const] : [];
  });
  return Object.fromEntries(read);
}

/** Issues include the input; without it, a member of the wrong type looks like a missing one. */
const WITH_INPUT = { reportInput: true } as const;

function readQueryInto(schema: z.ZodObject | null, pairs: readonly string[], mistakes: InputProblemList): unknown {
  const values: Record<string, string> = {};
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at] ?? '';
    const value = pairs[at + 1] ?? '';
    if (Object.hasOwn(values, name)) mistakes.add(inputProblem(shownName(name), 'repeated'));
    // With `defineProperty`, `__proto__` is a name like any other.
    else Object.defineProperty(values, name, { value, enumerable: true });
  }
  const { lang, ...rest } = values;
  if (lang !== undefined && languageOfTag(lang) === null) {
    mistakes.add(inputProblem('lang', 'not_allowed', { allowed: LANGUAGES.join(', ') }));
  }
  if (schema === null) {
    for (const name of Object.keys(rest)) mistakes.addUnknown(name, ['lang']);
    return null;
  }
  const read = schema.safeParse(rest, WITH_INPUT);
  if (read.error) addMistakes(read.error, schema, mistakes);
  return read.data;
}

function addMistakes(error: z.ZodError, schema: z.ZodObject, mistakes: InputProblemList): void {
  for (const issue of error.issues) {
    if (mistakes.full) return;
    if (issue.code === 'unrecognized_keys') {
      addUnknown(issue, schema, mistakes);
      continue;
    }
    const field = issue.path.map((part) => shownName(String(part))).join('.');
    // A number can violate two upper bounds at once. One mistake is enough.
    if (mistakes.problems.at(-1)?.field !== field) mistakes.add(problemOf(issue, field));
  }
}

function addUnknown({ path, keys }: z.core.$ZodIssueUnrecognizedKeys, schema: z.ZodObject, mistakes: InputProblemList) {
  const known = path.length === 0 ? Object.keys(schema.shape) : [];
  const prefix = path.map((part) => `${shownName(String(part))}.`).join('');
  for (const name of keys) {
    if (mistakes.full) return;
    mistakes.addUnknown(name, known, prefix);
  }
}

function problemOf(issue: z.core.$ZodIssue, field: string): InputProblem {
  if (issue.input === undefined) return inputProblem(field, 'missing');
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue.expected, field);
    case 'invalid_union':
      return ofUnion(issue, field);
    case 'invalid_value':
      return inputProblem(field, 'not_allowed', { allowed: issue.values.map(String).join(', ') });
    case 'too_small':
      if (issue.origin === 'string') return tooShort(field, Number(issue.minimum));
      if (issue.origin === 'array') return inputProblem(field, 'too_few', { min: Number(issue.minimum) });
      return inputProblem(field, 'too_small', { min: String(issue.minimum) });
    case 'too_big':
      if (issue.origin === 'string') return inputProblem(field, 'too_long', { max: Number(issue.maximum) });
      if (issue.origin === 'array') return inputProblem(field, 'too_many', { max: Number(issue.maximum) });
      return inputProblem(field, 'too_large', { max: String(issue.maximum) });
    default:
      return malformed(field, issue.message);
  }
}

/** The mistake of a value with the wrong type. */
function ofType(expected: string, field: string): InputProblem {
  switch (expected) {
    case 'string':
      return inputProblem(field, 'not_text');
    case 'int':
      return inputProblem(field, 'not_an_integer');
    case 'number':
      return inputProblem(field, 'not_a_number');
    case 'boolean':
      return inputProblem(field, 'not_allowed', { allowed: 'true, false' });
    case 'array':
      return malformed(field, 'not_array');
    case 'object':
      return malformed(field, 'not_object');
    default:
      return malformed(field, 'malformed');
  }
}

/**
 * The mistake of a value that fits no branch of a union. The last branch is the most telling, because `null` is first.
 */
function ofUnion({ errors }: z.core.$ZodIssueInvalidUnion, field: string): InputProblem {
  const issues = errors.findLast((branch) => branch.some(({ code }) => code !== 'invalid_type')) ?? errors.at(-1);
  const [issue] = issues ?? [];
  if (issue === undefined) return malformed(field, 'malformed');
  return problemOf(issue, [field, ...issue.path.map((part) => shownName(String(part)))].join('.'));
}

function tooShort(field: string, min: number): InputProblem {
  return min <= 1
    ? inputProblem(field, 'empty')
    : { field, code: 'not_allowed', message: 'input.too_short', values: { field, min } };
}

/** A mistake with a message of the platform, `input.<message>`: that of a custom schema, or of a route's `check`. */
export function malformed(field: string, message: string): InputProblem {
  const key = `input.${message}`;
  const known = platformMessages.find('en', key) !== undefined;
  return { field, code: 'not_allowed', message: known ? key : 'input.malformed', values: { field } };
}
