import type { z } from 'zod';
import { CollectedInputs } from './collected-inputs.ts';
import { type FieldReader, fieldReader, problemOfIssue, readField } from './field-reader.ts';
import { type InputProblem, inputProblem } from './input-problems.ts';
import { ALL, METHOD } from './method.ts';
import type { UnitSystem } from './units.ts';

/** The inputs of one calculation, checked and in SI, or their mistakes: at most one more than an answer lists. */
export type ReadResult<Input> =
  | {
      readonly input: Input;
      /** `method=all` was given; `input` has the default method. */
      readonly everyMethod: boolean;
    }
  | { readonly problems: readonly InputProblem[] };

/** Reads the inputs of one calculator. */
export interface InputReader<Input> {
  readonly fields: readonly FieldReader[];
  /** Starts the collection of inputs. */
  collect(): CollectedInputs;
  /** Collects every member of an object. */
  collectAll(values: Readonly<Record<string, unknown>>): CollectedInputs;
  /**
   * @param texts every value is a text, as in a form or a query; else values have their JSON types
   * @param defaults values of inputs that are not given, in place of those of the schema
   */
  read(
    inputs: CollectedInputs,
    units: UnitSystem,
    texts: boolean,
    defaults?: Readonly<Record<string, unknown>>,
  ): ReadResult<Input>;
}

/** Prepares the reading of inputs that a zod object describes. */
export function createInputReader<Schema extends z.ZodObject>(schema: Schema): InputReader<z.output<Schema>> {
  const fields = Object.entries(schema.shape).map(([name, field]) => fieldReader(name, field as z.ZodType));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const method = byName.get(METHOD);
  const replaceable = fields.filter(({ meta }) => meta.unless !== undefined);
  for (const field of fields) for (const alias of field.meta.aliases ?? []) byName.set(alias, field);

  const collect = () => new CollectedInputs(byName);

  function collectAll(values: Readonly<Record<string, unknown>>): CollectedInputs {
    const inputs = collect();
    inputs.takeAll(values);
    return inputs;
  }

  function read(
    { values: given, mistakes }: CollectedInputs,
    units: UnitSystem,
    texts: boolean,
    defaults?: Readonly<Record<string, unknown>>,
  ): ReadResult<z.output<Schema>> {
    const values: Record<string, unknown> = {};
    for (const field of fields) {
      if (!Object.hasOwn(given, field.name)) continue;
      const result = readField(field, given[field.name], texts, units);
      if ('problem' in result) mistakes.add(result.problem);
      else values[field.name] = result.value;
    }

    const everyMethod = method?.meta.all === true && values[METHOD] === ALL;
    if (everyMethod) delete values[METHOD];

    const { imperial } = method?.meta ?? {};
    if (imperial && units === 'imperial' && values[METHOD] === undefined) values[METHOD] = imperial;
    if (defaults) for (const name of Object.keys(defaults)) values[name] ??= defaults[name];

    const { problems } = mistakes;
    if (problems.length === 0 && !anyMissing(replaceable, given)) {
      const parsed = schema.safeParse(values);
      if (parsed.success) return { input: parsed.data, everyMethod };
    }
    // Unreadable values are reported above; the other fields are still checked, one by one.
    for (const field of fields) {
      if (Object.hasOwn(values, field.name)) {
        const issue = field.core.safeParse(values[field.name]).error?.issues[0];
        if (issue) mistakes.add(problemOfIssue(field, issue, units));
      } else if (isMissing(field, given) && !suggested(field.name)) {
        mistakes.add(inputProblem(field.name, 'missing'));
      }
    }
    return { problems };

    // The answer to `hieght` is "did you mean height?"; calling height missing as well would report one mistake twice.
    function suggested(name: string): boolean {
      return problems.some(({ values }) => values?.nearest === name);
    }
  }

  return { fields, collect, collectAll, read };
}

/** Whether a required input is not given, or neither an input nor the one that replaces it. */
function isMissing({ name, required, meta: { unless } }: FieldReader, given: CollectedInputs['values']): boolean {
  if (Object.hasOwn(given, name)) return false;
  return required || (unless !== undefined && !Object.hasOwn(given, unless));
}

function anyMissing(fields: readonly FieldReader[], given: CollectedInputs['values']): boolean {
  for (const field of fields) if (isMissing(field, given)) return true;
  return false;
}
