import { z } from 'zod';
import { inputProblem } from '../../calculators/kit/input-problems.ts';
import {
  CONTROLS,
  createReader,
  type InputProblem,
  inputProblemsAnswer,
  nearest,
  problemAnswer,
  readJsonBody,
  type ServiceAnswer,
} from '../../plugins/sdk/index.ts';
import { gatewayMessages } from '../errors/catalogue.ts';
import type { Call } from '../pipeline/call.ts';
import { LARGEST_BATCH } from '../plugins/batch-endpoint.ts';

/** One calculation of a batch, as the caller wrote it. */
export interface BatchItem {
  /** The path segment under `/api/v1`. */
  readonly calculator: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** `lang`, `units` and `detail` where they are given, name and value in turn. */
  readonly query: readonly string[];
}

/** Calculations of one batch. */
const MOST_ITEMS = 100;

const MEMBERS = ['calculator', 'input', ...CONTROLS];

const controlsReader = createReader(z.object({}));

/**
 * Reads a batch. What is wrong with the batch itself refuses all of it; what is wrong with the inputs of a calculation is
 * that calculation's own answer.
 */
export function readBatch(
  call: Call,
  body: Uint8Array,
  baseUrl: string,
): { readonly items: readonly BatchItem[] } | { readonly answer: ServiceAnswer } {
  const { query, language, id: requestId } = call;
  const target = { baseUrl, language, requestId, messages: gatewayMessages };
  if (query === null) return { answer: problemAnswer({ code: 'malformed-query' }, target) };
  const read = readJsonBody({ contentType: call.headers.contentType, body }, LARGEST_BATCH);
  if ('code' in read) return { answer: problemAnswer(read, target) };
  const controls = controlsReader.read({ query, body: null });
  const problems = 'problems' in controls ? [...controls.problems] : [];
  const items = readItems(read.members, query, problems);
  return problems.length > 0 ? { answer: inputProblemsAnswer(problems, target) } : { items };
}

function readItems(
  { requests, ...rest }: Readonly<Record<string, unknown>>,
  query: readonly string[],
  problems: InputProblem[],
): BatchItem[] {
  for (const name of Object.keys(rest)) problems.push(unknown('', name, ['requests']));
  if (requests === undefined) {
    problems.push(inputProblem('requests', 'missing'));
    return [];
  }
  if (!Array.isArray(requests) || requests.length === 0 || requests.length > MOST_ITEMS) {
    problems.push(malformed('requests', 'not_a_list', { max: MOST_ITEMS }));
    return [];
  }
  return requests.map((request: unknown, at) => readItem(request, `requests.${at}`, query, problems));
}

function readItem(request: unknown, field: string, query: readonly string[], problems: InputProblem[]): BatchItem {
  if (!isObject(request)) {
    problems.push(malformed(field, 'not_an_object'));
    return NOTHING;
  }
  for (const name of Object.keys(request)) {
    if (!MEMBERS.includes(name)) problems.push(unknown(`${field}.`, name, MEMBERS));
  }
  const { calculator, input } = request;
  if (calculator === undefined) problems.push(inputProblem(`${field}.calculator`, 'missing'));
  else if (typeof calculator !== 'string') problems.push(inputProblem(`${field}.calculator`, 'not_text'));
  if (input === undefined) problems.push(inputProblem(`${field}.input`, 'missing'));
  else if (!isObject(input)) problems.push(malformed(`${field}.input`, 'not_an_object'));
  if (typeof calculator !== 'string' || !isObject(input)) return NOTHING;
  return { calculator, input, query: controlsOf(request, field, query, problems) };
}

const NOTHING: BatchItem = { calculator: '', input: {}, query: [] };

/** What the batch says in its query holds for every calculation that does not say otherwise. */
function controlsOf(
  request: Readonly<Record<string, unknown>>,
  field: string,
  query: readonly string[],
  problems: InputProblem[],
): readonly string[] {
  if (request.lang === undefined && request.units === undefined && request.detail === undefined) return query;
  const pairs: string[] = [];
  for (const name of CONTROLS) {
    const at = query.indexOf(name);
    const value = request[name] ?? (at === -1 ? undefined : query[at + 1]);
    if (typeof value === 'string') pairs.push(name, value);
    else if (value !== undefined) problems.push(inputProblem(`${field}.${name}`, 'not_text'));
  }
  return pairs;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** So much of a name that nobody knows is repeated in the answer. */
const LONGEST_NAME = 64;

function unknown(prefix: string, name: string, known: readonly string[]): InputProblem {
  const [near] = nearest(name, known);
  const field = prefix + name.slice(0, LONGEST_NAME);
  return near === undefined
    ? inputProblem(field, 'unknown')
    : inputProblem(field, 'unknown_nearest', { nearest: near });
}

function malformed(field: string, message: string, values: { readonly max?: number } = {}): InputProblem {
  return { field, code: 'not_allowed', message: `input.${message}`, values: { field, ...values } };
}
