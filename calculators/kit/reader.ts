import type { z } from 'zod';
import { CollectedInputs, InputPlaces, NOT_GIVEN } from './collected-inputs.ts';
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
  const method = fields.find(({ name }) => name === METHOD);
  const places = new InputPlaces(
    fields.map(({ name }) => name),
    fields.map(({ meta }) => meta.aliases ?? []),
  );
  const placed: readonly Placed[] = [...fields.entries()];
  const replaceable = placed.filter(([, { meta }]) => meta.unless !== undefined);

  const collect = () => new CollectedInputs(places);

  function collectAll(values: Readonly<Record<string, unknown>>): CollectedInputs {
    const inputs = collect();
    inputs.takeAll(values);
    return inputs;
  }

  function read(
    inputs: CollectedInputs,
    units: UnitSystem,
    texts: boolean,
    defaults?: Readonly<Record<string, unknown>>,
  ): ReadResult<z.output<Schema>> {
    const { mistakes } = inputs;
    const values: Record<string, unknown> = {};
    for (const [place, field] of placed) {
      const given = inputs.at(place);
      if (given === NOT_GIVEN) continue;
      const result = readField(field, given, texts, units);
      if ('problem' in result) mistakes.add(result.problem);
      else values[field.name] = result.value;
    }

    const everyMethod = method?.meta.all === true && values[METHOD] === ALL;
    if (everyMethod) delete values[METHOD];

    const { imperial } = method?.meta ?? {};
    if (imperial && units === 'imperial' && values[METHOD] === undefined) values[METHOD] = imperial;
    if (defaults) for (const name of Object.keys(defaults)) values[name] ??= defaults[name];

    const { problems } = mistakes;
    if (problems.length === 0 && !anyMissing(replaceable, inputs)) {
      const parsed = schema.safeParse(values);
      if (parsed.success) return { input: parsed.data, everyMethod };
    }
    // Unreadable values are reported above; the other fields are still checked, one by one.
    for (const one of placed) {
      const [, field] = one;
      if (Object.hasOwn(values, field.name)) {
        const issue = field.core.safeParse(values[field.name]).error?.issues[0];
        if (issue) mistakes.add(problemOfIssue(field, issue, units));
      } else if (isMissing(one, inputs) && !suggested(field.name)) {
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

/** An input with its place among the collected values. */
type Placed = readonly [place: number, field: FieldReader];

/** Whether a required input is not given, or neither an input nor the one that replaces it. */
function isMissing(
  [
    place,
    {
      required,
      meta: { unless },
    },
  ]: Placed,
  inputs: CollectedInputs,
): boolean {
  if (inputs.at(place) !== NOT_GIVEN) return false;
  return required || (unless !== undefined && !inputs.isGiven(unless));
}

function anyMissing(fields: readonly Placed[], inputs: CollectedInputs): boolean {
  for (const field of fields) if (isMissing(field, inputs)) return true;
  return false;
}
