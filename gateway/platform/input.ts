import type { z } from 'zod';
import { type InputProblem, LANGUAGES, languageOfTag, nearest } from '../../calculators/kit/index.ts';
import { inputProblem } from '../../calculators/kit/input-problems.ts';
import type { RouteFacts } from './route.ts';
import { platformMessages } from './texts.ts';

/** What came with a call, each part as plain values. */
export interface RawInput {
  /** Segments of the path that stand for parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** Decoded query, name and value in turn, without `apikey`. */
  readonly query: readonly string[];
  /** Members of the JSON body; `null` where the route takes none. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** Everything that is wrong with the input of a call. A wrong parameter of the path is an address that does not exist. */
export interface InputMistakes {
  readonly mistakes: readonly InputProblem[];
  readonly noSuchPath: boolean;
}

interface ReadInput {
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

/** Reads the input of a route strictly: a member that is not declared is a mistake, so nothing slips in beside it. */
export function readInput(
  { params, query, body }: Pick<RouteFacts, 'params' | 'query' | 'body'>,
  raw: RawInput,
): ReadInput | InputMistakes {
  const mistakes: InputProblem[] = [];
  const path = params?.safeParse(raw.params);
  const fromQuery = readQueryInto(query, raw.query, mistakes);
  const fromBody = body?.safeParse(raw.body ?? {});
  if (body && fromBody?.error) mistakes.push(...mistakesOf(fromBody.error, body));
  const noSuchPath = path?.success === false;
  if (noSuchPath || mistakes.length > 0) return { mistakes, noSuchPath };
  return { input: { params: path?.data ?? null, query: fromQuery, body: fromBody?.data ?? null } };
}

function readQueryInto(schema: z.ZodObject | null, pairs: readonly string[], mistakes: InputProblem[]): unknown {
  const values: Record<string, string> = {};
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at] ?? '';
    const value = pairs[at + 1] ?? '';
    if (Object.hasOwn(values, name)) mistakes.push(inputProblem(name, 'repeated'));
    // `defineProperty`: `__proto__` is a name like any other here.
    else Object.defineProperty(values, name, { value, enumerable: true });
  }
  const { lang, ...rest } = values;
  if (lang !== undefined && languageOfTag(lang) === null) {
    mistakes.push(inputProblem('lang', 'not_allowed', { allowed: LANGUAGES.join(', ') }));
  }
  if (schema === null) {
    mistakes.push(...Object.keys(rest).map((name) => unknownName(name, ['lang'])));
    return null;
  }
  const read = schema.safeParse(rest);
  if (read.error) mistakes.push(...mistakesOf(read.error, schema));
  return read.data;
}

function mistakesOf(error: z.ZodError, schema: z.ZodObject): InputProblem[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const known = issue.path.length === 0 ? Object.keys(schema.shape) : [];
      return issue.keys.map((name) => unknownName([...issue.path, name].join('.'), known));
    }
    return [problemOf(issue, issue.path.join('.'))];
  });
}

/** So much of a name that nobody knows is repeated in the answer. */
const LONGEST_NAME = 64;

function unknownName(name: string, known: readonly string[]): InputProblem {
  const [near] = nearest(name, known);
  const field = name.slice(0, LONGEST_NAME);
  return near === undefined
    ? inputProblem(field, 'unknown')
    : inputProblem(field, 'unknown_nearest', { nearest: near });
}

function problemOf(issue: z.core.$ZodIssue, field: string): InputProblem {
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue, field);
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

function ofType({ input, expected }: z.core.$ZodIssueInvalidType, field: string): InputProblem {
  if (input === undefined) return inputProblem(field, 'missing');
  if (expected === 'string') return inputProblem(field, 'not_text');
  if (expected === 'int') return inputProblem(field, 'not_an_integer');
  return expected === 'number' ? inputProblem(field, 'not_a_number') : malformed(field, `not_${expected}`);
}

function tooShort(field: string, min: number): InputProblem {
  return min <= 1
    ? inputProblem(field, 'empty')
    : { field, code: 'not_allowed', message: 'input.too_short', values: { field, min } };
}

/** What a schema of ours says itself: its error is the name of a message. */
function malformed(field: string, message: string): InputProblem {
  const key = `input.${message}`;
  const known = platformMessages.find('en', key) !== undefined;
  return { field, code: 'not_allowed', message: known ? key : 'input.malformed', values: { field } };
}
