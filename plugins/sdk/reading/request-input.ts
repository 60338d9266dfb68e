import type { z } from 'zod';
import {
  type CollectedInputs,
  createInputReader,
  DETAILS,
  type Detail,
  dayProblem,
  type FieldReader,
  type InputProblem,
  type InputProblemList,
  inputProblem,
  LANGUAGES,
  languageOfTag,
  shownName,
  UNIT_SYSTEMS,
  type UnitSystem,
} from '../../../calculators/kit/index.ts';
import { placementProblem } from '../answers/problem-body.ts';

/** Parameters that every calculator takes, always from the query. */
export const CONTROLS = ['lang', 'units', 'detail', 'as_of'] as const;
export type Control = (typeof CONTROLS)[number];

/** Those that a service takes as well: the gateway does not know the defaults that a service had. */
export const SERVICE_CONTROLS: readonly Control[] = ['lang', 'units', 'detail'];

/** What a caller sent: the query as name and value in turn, decoded and in order; the members of a JSON body. */
export interface RawInput {
  readonly query: readonly string[];
  /** `null` for a request without body (GET); its inputs are in the query. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * Units of the inputs, detail of the answer, and the day whose defaults apply if it is not today. The language is not
 * among them: it is decided before.
 */
export interface Controls {
  units: UnitSystem;
  detail: Detail;
  asOf: string | undefined;
}

/** Reads `units`, `detail` and `as_of`, checks `lang`, and collects the inputs and the mistakes in the order of the request. */
export function collectRequest({ query, body }: RawInput, inputs: CollectedInputs): Controls {
  const { mistakes } = inputs;
  const controls: Controls = { units: 'metric', detail: 'standard', asOf: undefined };
  const seen: string[] = [];
  for (let at = 0; at < query.length && !mistakes.full; at += 2) {
    const name = query[at] ?? '';
    const text = query[at + 1] ?? '';
    if (seen.includes(name)) {
      mistakes.add(inputProblem(shownName(name), 'repeated'));
      continue;
    }
    seen.push(name);
    if (readControl(name, text, controls, mistakes)) continue;
    if (body !== null && inputs.has(name)) mistakes.add(placementProblem(name, 'not_in_query'));
    else if (!inputs.take(name, text)) addUnknown(name, inputs);
  }
  if (body) {
    for (const name of Object.keys(body)) {
      if (mistakes.full) break;
      if (isControl(name)) mistakes.add(placementProblem(name, 'not_in_body'));
      else if (!inputs.take(name, body[name])) addUnknown(name, inputs);
    }
  }
  return controls;
}

function addUnknown(name: string, { mistakes, names }: CollectedInputs): void {
  mistakes.addUnknown(name, [...names, ...CONTROLS]);
}

function isControl(name: string): boolean {
  return (CONTROLS as readonly string[]).includes(name);
}

const ALLOWED_LANGUAGES = { allowed: LANGUAGES.join(', ') };
const ALLOWED_UNITS = { allowed: UNIT_SYSTEMS.join(', ') };
const ALLOWED_DETAILS = { allowed: DETAILS.join(', ') };

/** Reads a control parameter; false for any other name. */
function readControl(name: string, text: string, controls: Controls, mistakes: InputProblemList): boolean {
  switch (name) {
    case 'lang': {
      if (!languageOfTag(text)) mistakes.add(inputProblem(name, 'not_allowed', ALLOWED_LANGUAGES));
      return true;
    }
    case 'units': {
      const units = UNIT_SYSTEMS.find((system) => system === text);
      if (units) controls.units = units;
      else mistakes.add(inputProblem(name, 'not_allowed', ALLOWED_UNITS));
      return true;
    }
    case 'detail': {
      const detail = DETAILS.find((level) => level === text);
      if (detail) controls.detail = detail;
      else mistakes.add(inputProblem(name, 'not_allowed', ALLOWED_DETAILS));
      return true;
    }
    case 'as_of': {
      const problem = dayProblem(name, text);
      if (problem) mistakes.add(problem);
      else controls.asOf = text;
      return true;
    }
    default:
      return false;
  }
}

/** The input of a request, checked and in SI, or every mistake in it. */
export type RequestResult<Input> =
  | { readonly input: Input; readonly controls: Controls }
  | { readonly problems: readonly InputProblem[]; readonly controls: Controls };

/** Reads requests for one address. */
export interface RequestReader<Input> {
  readonly fields: readonly FieldReader[];
  read(raw: RawInput): RequestResult<Input>;
}

/**
 * Prepares the reading of requests to an address that is not a calculator, such as a list, by the same rules.
 *
 * @param schema its inputs, made of the kit's fields
 */
export function createReader<Schema extends z.ZodObject>(schema: Schema): RequestReader<z.output<Schema>> {
  const { fields, collect, read } = createInputReader(schema);
  return {
    fields,
    read(raw) {
      const inputs = collect();
      const controls = collectRequest(raw, inputs);
      const result = read(inputs, controls.units, raw.body === null);
      return 'problems' in result ? { problems: result.problems, controls } : { input: result.input, controls };
    },
  };
}
