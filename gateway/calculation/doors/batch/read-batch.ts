import { z } from 'zod';
import { inputProblem } from '../../../../calculators/kit/input-problems.ts';
import {
  CONTROLS,
  createReader,
  type InputProblem,
  InputProblemList,
  inputProblemsAnswer,
  problemAnswer,
  readJsonBody,
  type ServiceAnswer,
} from '../../../../plugins/sdk/index.ts';
import type { Call } from '../../../request/call/call.ts';
import { gatewayMessages } from '../../../request/problems/catalogue.ts';
import { LARGEST_BATCH } from '../../../request/routes/batch-endpoint.ts';
import type { CalculationRequest } from '../../engine/calculations.ts';

/** Maximum number of calculations in a batch. */
const MOST_ITEMS = 100;

const MEMBERS = ['calculator', 'input', ...CONTROLS];

const controlsReader = createReader(z.object({}));

/**
 * Reads a batch. A mistake in the structure of the batch refuses the whole batch. A mistake in the inputs of a
 * calculation affects only the answer of that calculation.
 */
export function readBatch(
  call: Call,
  body: Uint8Array,
  baseUrl: string,
): { readonly items: readonly CalculationRequest[] } | { readonly answer: ServiceAnswer } {
  const { query, language, id: requestId } = call;
  const target = { baseUrl, language, requestId, messages: gatewayMessages };
  if (query === null) return { answer: problemAnswer({ code: 'malformed-query' }, target) };
  const read = readJsonBody({ contentType: call.headers.contentType, body }, LARGEST_BATCH);
  if ('code' in read) return { answer: problemAnswer(read, target) };
  const controls = controlsReader.read({ query, body: null });
  const mistakes = new InputProblemList();
  if ('problems' in controls) mistakes.add(...controls.problems);
  const items = readItems(read.members, query, mistakes);
  const { problems } = mistakes;
  return problems.length > 0 ? { answer: inputProblemsAnswer(problems, target) } : { items };
}

function readItems(
  members: Readonly<Record<string, unknown>>,
  query: readonly string[],
  mistakes: InputProblemList,
): CalculationRequest[] {
  const { requests } = members;
  addUnknown(members, ['requests'], '', mistakes);
  if (requests === undefined) {
    mistakes.add(inputProblem('requests', 'missing'));
    return [];
  }
  if (!Array.isArray(requests) || requests.length === 0 || requests.length > MOST_ITEMS) {
    mistakes.add(malformed('requests', 'not_a_list', { max: MOST_ITEMS }));
    return [];
  }
  return requests.map((request: unknown, at) => readItem(request, `requests.${at}`, query, mistakes));
}

function readItem(
  request: unknown,
  field: string,
  query: readonly string[],
  mistakes: InputProblemList,
): CalculationRequest {
  if (mistakes.full) return NOTHING;
  if (!isObject(request)) {
    mistakes.add(malformed(field, 'not_an_object'));
    return NOTHING;
  }
  addUnknown(request, MEMBERS, `${field}.`, mistakes);
  const { calculator, input } = request;
  if (calculator === undefined) mistakes.add(inputProblem(`${field}.calculator`, 'missing'));
  else if (typeof calculator !== 'string') mistakes.add(inputProblem(`${field}.calculator`, 'not_text'));
  if (input === undefined) mistakes.add(inputProblem(`${field}.input`, 'missing'));
  else if (!isObject(input)) mistakes.add(malformed(`${field}.input`, 'not_an_object'));
  if (typeof calculator !== 'string' || !isObject(input)) return NOTHING;
  return { calculator, input, query: controlsOf(request, field, query, mistakes) };
}

const NOTHING: CalculationRequest = { calculator: '', input: {}, query: [] };

/** The controls of a calculation. A control that it does not set comes from the query of the batch. */
function controlsOf(
  request: Readonly<Record<string, unknown>>,
  field: string,
  query: readonly string[],
  mistakes: InputProblemList,
): readonly string[] {
  if (CONTROLS.every((name) => request[name] === undefined)) return query;
  const pairs: string[] = [];
  for (const name of CONTROLS) {
    const at = query.indexOf(name);
    const value = request[name] ?? (at === -1 ? undefined : query[at + 1]);
    if (typeof value === 'string') pairs.push(name, value);
    else if (value !== undefined) mistakes.add(inputProblem(`${field}.${name}`, 'not_text'));
  }
  return pairs;
}

/** Reports unknown members as mistakes. */
function addUnknown(members: object, known: readonly string[], prefix: string, mistakes: InputProblemList): void {
  for (const name of Object.keys(members)) {
    if (mistakes.full) return;
    if (!known.includes(name)) mistakes.addUnknown(name, known, prefix);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(field: string, message: string, values: { readonly max?: number } = {}): InputProblem {
  return { field, code: 'not_allowed', message: `input.${message}`, values: { field, ...values } };
}
