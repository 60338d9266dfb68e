import type { z } from 'zod';
import { type Explanation, writeDetails } from './details.ts';
import type { Family } from './family.ts';
import type { FieldReader } from './field-reader.ts';
import { type InputProblem, InputRefused } from './input-problems.ts';
import type { Language } from './languages.ts';
import { METHOD } from './method.ts';
import { createPresenter } from './presenter.ts';
import { createProfileWriter } from './profile.ts';
import { createReader, type RawInput } from './reader.ts';
import { sideBySide, withByMethod } from './side-by-side.ts';
import type { Equation, Equations, Source } from './sources.ts';

/** The first release whose API had a calculation, `classic` for those of the older API. */
export type Since = 'classic' | 'v1.0.0';

/** A case with a known answer: it runs as a test and stands in the documentation. */
export interface Example {
  /** As a caller writes it, in metric units. */
  readonly input: Readonly<Record<string, string | number | boolean | readonly number[]>>;
  /** Members of the answer, as printed. Members left out are not compared. */
  readonly output: Readonly<Record<string, unknown>>;
  /** Where the expected numbers come from: a paper's table, or the calculation by hand. */
  readonly origin: string;
}

/** What the author of a calculator writes. */
export interface CalculatorDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** Path segment, kebab-case; also the key of its messages (`<name>.title`, `<name>.summary`, ...). */
  readonly name: string;
  readonly family: Family;
  readonly since: Since;
  /** Other path segments that customers of comparable services know it by. */
  readonly aliases?: readonly string[];
  readonly input: Input;
  readonly output: Output;
  /** Inputs echoed in `profile`, in this order. */
  readonly profile: readonly (keyof Input['shape'] & string)[];
  /** The equations behind it; with more than one the input has a `method`. */
  readonly equations: Equations;
  /** What is cited beyond the equations: class limits, factors. */
  readonly sources?: readonly Source[];
  readonly examples: readonly Example[];
  /**
   * The calculation: pure, in SI, unrounded.
   *
   * @throws OutsideValidity if the inputs lie outside what the equation is valid for
   * @throws InputRefused if the method needs an input that is not given
   */
  calculate(input: z.output<Input>): z.output<Output>;
  /** Warnings and notes for `detail=full`, as keys of messages. */
  explain?(input: z.output<Input>, output: z.output<Output>): Explanation;
}

/** Who asks and how the answer is to be written. */
export interface AnswerContext {
  /** Negotiated language; a valid `lang` in the query wins over it. */
  readonly language: Language;
  readonly authenticated: boolean;
  /** The path segment that was called: the name or an alias. */
  readonly endpointName: string;
}

/** An answer to a request: the whole body, or what is wrong with the input. */
export type Answer =
  | { readonly body: Readonly<Record<string, unknown>>; readonly language: Language }
  | { readonly problems: readonly InputProblem[]; readonly language: Language };

/** A calculator as the rest of the house uses it. Without types of its own, so that many stand in one list. */
export interface Calculator {
  readonly name: string;
  readonly family: Family;
  readonly since: Since;
  readonly aliases: readonly string[];
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly fields: readonly FieldReader[];
  readonly profile: readonly string[];
  readonly equations: readonly (readonly [string, Equation])[];
  readonly sources: readonly Source[];
  readonly examples: readonly Example[];
  /** Reads, calculates and writes one answer. */
  answer(raw: RawInput, context: AnswerContext): Answer;
}

/** A calculator that can also be called as a function. */
export type TypedCalculator<Input extends z.ZodObject, Output extends z.ZodObject> = Calculator & {
  calculate(input: z.output<Input>): z.output<Output>;
};

/**
 * Defines a calculator.
 *
 * @throws RangeError if the name is not kebab-case, or no equation is given
 */
export function defineCalculator<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: CalculatorDefinition<Input, Output>,
): TypedCalculator<Input, Output> {
  const { name, family, calculate, explain } = definition;
  for (const segment of [name, ...(definition.aliases ?? [])]) {
    if (!KEBAB_CASE.test(segment)) throw new RangeError(`${segment} is not kebab-case`);
  }
  const equations = Object.entries(definition.equations);
  if (equations.length === 0) throw new RangeError(`${name} cites no equation`);
  const reader = createReader(definition.input);
  const keys = equations.map(([key]) => key);
  const offersAll = reader.fields.some(({ meta }) => meta.all);
  const output = offersAll ? withByMethod(definition.output, keys) : definition.output;
  const present = createPresenter(output, family.messages, name);
  const echoed = definition.profile.map((member) => {
    const field = reader.fields.find((candidate) => candidate.name === member);
    if (!field) throw new RangeError(`${name} has no input ${member}`);
    return field;
  });
  const writeProfile = createProfileWriter(echoed);

  function answer(raw: RawInput, context: AnswerContext): Answer {
    const read = reader.read(raw);
    const named = read.controls.language;
    // A plugin from elsewhere may speak fewer languages: what it says must be what `language` says it is.
    const language = named && family.messages.languages.includes(named) ? named : context.language;
    if ('problems' in read) return { problems: read.problems, language };
    const { units, detail, everyMethod } = read.controls;
    const by = (method: string) => ({ ...read.input, [METHOD]: method });
    const compared = everyMethod ? sideBySide(keys, (key) => calculate(by(key))) : undefined;
    let input = read.input;
    let results: z.output<Output>;
    try {
      results = calculate(input);
    } catch (error) {
      if (!(error instanceof InputRefused)) throw error;
      if (compared?.first === undefined) return { problems: error.problems, language };
      // Asked for all, one that holds is an answer even where the default does not hold.
      input = by(compared.first);
      results = calculate(input);
    }
    const body: Record<string, unknown> = {};
    present(compared ? { ...results, ...compared.results } : results, body, { language, units });
    body.profile = writeProfile(input, units);
    body.language = language;
    body._api_metadata_ = { endpoint_name: context.endpointName, authenticated: context.authenticated };
    if (detail === 'full') {
      const explanation = explain?.(input, results) ?? {};
      body.details = writeDetails(calculator, { input, results, explanation, compared, language });
    }
    return { body, language };
  }

  const calculator: TypedCalculator<Input, Output> = {
    name,
    family,
    since: definition.since,
    aliases: definition.aliases ?? [],
    input: definition.input,
    output,
    fields: reader.fields,
    profile: definition.profile,
    equations,
    sources: definition.sources ?? [],
    examples: definition.examples,
    calculate,
    answer,
  };
  return calculator;
}

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
