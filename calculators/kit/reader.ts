import type { z } from 'zod';
import { type FieldReader, fieldReader, problemOfIssue, readField } from './field-reader.ts';
import { InputProblemList } from './input-problem-list.ts';
import { type InputProblem, inputProblem } from './input-problems.ts';
import { LANGUAGES, type Language, languageOfTag } from './languages.ts';
import { ALL, METHOD, METHOD_ALIASES } from './method.ts';
import { shownName } from './shown-name.ts';
import { UNIT_SYSTEMS, type UnitSystem } from './units.ts';

/** How much an answer tells: the results, or with everything that explains them. */
export const DETAILS = ['standard', 'full'] as const;
export type Detail = (typeof DETAILS)[number];

/** Parameters that every calculator takes, always from the query. */
export const CONTROLS = ['lang', 'units', 'detail'] as const;

/** What a caller sent: the query as name and value in turn, decoded and in order; the members of a JSON body. */
export interface RawInput {
  readonly query: readonly string[];
  /** `null` where the request has no body (GET); then the inputs stand in the query. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

export interface Controls {
  units: UnitSystem;
  detail: Detail;
  /** `null` where the caller named none. */
  language: Language | null;
  /** The caller asks for every equation side by side; the input has the default one. */
  everyMethod: boolean;
}

/** A request's input, checked and in SI, or what is wrong with it: at most one mistake more than an answer tells. */
export type ReadResult<Input> =
  | { readonly input: Input; readonly controls: Controls }
  | { readonly problems: readonly InputProblem[]; readonly controls: Controls };

/** Reads requests for one calculator. */
export interface Reader<Input> {
  readonly fields: readonly FieldReader[];
  read(raw: RawInput): ReadResult<Input>;
}

/** Prepares the reading of inputs that a zod object describes. */
export function createReader<Schema extends z.ZodObject>(schema: Schema): Reader<z.output<Schema>> {
  const fields = Object.entries(schema.shape).map(([name, field]) => fieldReader(name, field as z.ZodType));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const method = byName.get(METHOD);
  if (method) for (const alias of METHOD_ALIASES) byName.set(alias, method);

  const names = [...byName.keys(), ...CONTROLS];

  function read({ query, body }: RawInput): ReadResult<z.output<Schema>> {
    const mistakes = new InputProblemList();
    const controls: Controls = { units: 'metric', detail: 'standard', language: null, everyMethod: false };
    const raw: Record<string, unknown> = {};

    const seen: string[] = [];
    for (let at = 0; at < query.length && !mistakes.full; at += 2) {
      const name = query[at] ?? '';
      const text = query[at + 1] ?? '';
      if (seen.includes(name)) mistakes.add(inputProblem(shownName(name), 'repeated'));
      else if (readControl(name, text, controls, mistakes)) seen.push(name);
      else {
        seen.push(name);
        take(name, text, body === null ? null : 'not_in_query');
      }
    }
    if (body) {
      for (const name of Object.keys(body)) {
        if (mistakes.full) break;
        take(name, body[name], isControl(name) ? 'not_in_body' : null);
      }
    }

    function take(name: string, value: unknown, misplaced: 'not_in_query' | 'not_in_body' | null): void {
      const field = byName.get(name);
      if (misplaced && (field || misplaced === 'not_in_body')) mistakes.add(inputProblem(name, misplaced));
      else if (!field) mistakes.addUnknown(name, names);
      else if (Object.hasOwn(raw, field.name)) mistakes.add(inputProblem(name, 'repeated'));
      else raw[field.name] = value;
    }

    const values: Record<string, unknown> = {};
    for (const field of fields) {
      if (!Object.hasOwn(raw, field.name)) continue;
      const result = readField(field, raw[field.name], body === null, controls.units);
      if ('problem' in result) mistakes.add(result.problem);
      else values[field.name] = result.value;
    }

    if (method?.meta.all && values[METHOD] === ALL) {
      controls.everyMethod = true;
      delete values[METHOD];
    }

    const { imperial } = method?.meta ?? {};
    if (imperial && controls.units === 'imperial' && values[METHOD] === undefined) values[METHOD] = imperial;

    const { problems } = mistakes;
    if (problems.length === 0) {
      const parsed = schema.safeParse(values);
      if (parsed.success) return { input: parsed.data, controls };
    }
    // A field whose text could not be read is reported already: the others are still checked, one by one.
    for (const field of fields) {
      if (Object.hasOwn(values, field.name)) {
        const issue = field.core.safeParse(values[field.name]).error?.issues[0];
        if (issue) mistakes.add(problemOfIssue(field, issue, controls.units));
      } else if (field.required && !Object.hasOwn(raw, field.name) && !suggested(field.name)) {
        mistakes.add(inputProblem(field.name, 'missing'));
      }
    }
    return { problems, controls };

    // `hieght` was answered with "did you mean height?": to call height missing as well would be one mistake told twice.
    function suggested(name: string): boolean {
      return problems.some(({ values }) => values?.nearest === name);
    }
  }

  return { fields, read };
}

const ALLOWED_LANGUAGES = LANGUAGES.join(', ');

function isControl(name: string): boolean {
  return (CONTROLS as readonly string[]).includes(name);
}

/** Reads a control parameter; false where the name is not one. */
function readControl(name: string, text: string, controls: Controls, mistakes: InputProblemList): boolean {
  switch (name) {
    case 'lang': {
      controls.language = languageOfTag(text);
      if (!controls.language) mistakes.add(inputProblem(name, 'not_allowed', { allowed: ALLOWED_LANGUAGES }));
      return true;
    }
    case 'units': {
      const units = UNIT_SYSTEMS.find((system) => system === text);
      if (units) controls.units = units;
      else mistakes.add(inputProblem(name, 'not_allowed', { allowed: UNIT_SYSTEMS.join(', ') }));
      return true;
    }
    case 'detail': {
      const detail = DETAILS.find((level) => level === text);
      if (detail) controls.detail = detail;
      else mistakes.add(inputProblem(name, 'not_allowed', { allowed: DETAILS.join(', ') }));
      return true;
    }
    default:
      return false;
  }
}
