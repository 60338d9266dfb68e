import type { z } from 'zod';
import type { Answer, AnswerOptions, Calculator, CalculatorDefinition, TypedCalculator } from './calculator.ts';
import { choosePicture } from './choose-picture.ts';
import { CollectedInputs } from './collected-inputs.ts';
import { type Warning, writeCompared, writeDetails, writeEveryWarning, writeWarnings } from './details.ts';
import { checkEarlier, defaultsOn } from './earlier-defaults.ts';
import type { Explanation } from './explanation.ts';
import { type InputProblem, InputRefused } from './input-problems.ts';
import { DEFAULT_LANGUAGE, type Language } from './languages.ts';
import { METHOD } from './method.ts';
import type { Pictured } from './pictured.ts';
import type { Picture } from './pictures/picture.ts';
import { createPlausibilityCheck, ImplausibleResult } from './plausible.ts';
import { createPresenter, InvalidResult } from './presenter.ts';
import { createProfileWriter } from './profile.ts';
import { createInputReader } from './reader.ts';
import { otherReadings } from './readings.ts';
import { type SideBySide, sideBySide, withByMethod } from './side-by-side.ts';
import { wordsOf } from './words.ts';

/**
 * Defines a calculator.
 *
 * @throws RangeError if the name is not kebab-case, or no equation is given
 */
export function defineCalculator<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: CalculatorDefinition<Input, Output>,
): TypedCalculator<Input, Output> {
  const { name, family } = definition;
  const { checkInput, checkResults } = createPlausibilityCheck(definition.input, definition.output, family.plausible);
  const calculate = (input: z.output<Input>) => {
    checkInput(input);
    const results = synchronous(definition.calculate(input), `${name}: calculate`);
    checkResults(input, results);
    return results;
  };
  for (const segment of [name, ...(definition.aliases ?? [])]) {
    if (!KEBAB_CASE.test(segment)) throw new RangeError(`${segment} is not kebab-case`);
  }
  const equations = Object.entries(definition.equations);
  if (equations.length === 0) throw new RangeError(`${name} cites no equation`);
  const reader = createInputReader(definition.input);
  const keys = equations.map(([key]) => key);
  const offersAll = reader.fields.some(({ meta }) => meta.all);
  const output = offersAll ? withByMethod(definition.output, keys) : definition.output;
  const present = createPresenter(output, family.messages, name);
  const echoed = definition.profile.map((member) => {
    const field = reader.fields.find((candidate) => candidate.name === member);
    if (!field) throw new RangeError(`${name} has no input ${member}`);
    return field;
  });
  const usedBy: Calculator['usedBy'] = definition.usedBy ?? {};
  for (const [input, users = []] of Object.entries(usedBy)) {
    if (!(input in definition.input.shape)) throw new RangeError(`${name} has no input ${input}`);
    const unknown = users.find((key) => !keys.includes(key));
    if (unknown !== undefined) throw new RangeError(`${name} has no equation ${unknown}`);
  }
  const writeProfile = createProfileWriter(echoed);
  const { earlier = [] } = definition;
  checkEarlier(name, earlier, reader.fields);
  const defaultsOf = (asOf: string | undefined) => (asOf === undefined ? undefined : defaultsOn(asOf, earlier));

  function answer(inputs: Readonly<Record<string, unknown>> | CollectedInputs, options: AnswerOptions = {}): Answer {
    const { language = DEFAULT_LANGUAGE, units = 'metric', detail = 'standard', texts = false, metadata } = options;
    const collected = inputs instanceof CollectedInputs ? inputs : reader.collectAll(inputs);
    const read = reader.read(collected, units, texts, defaultsOf(options.asOf));
    if ('problems' in read) return read;
    const by = (method: string) => ({ ...read.input, [METHOD]: method });
    const compared = read.everyMethod ? sideBySide(keys, (key) => calculate(by(key))) : undefined;
    let input = read.input;
    let results: z.output<Output>;
    try {
      results = calculate(input);
    } catch (error) {
      if (!(error instanceof InputRefused)) throw error;
      if (compared?.first === undefined) return { problems: withHint(error, collected.values, options) };
      // With method=all, one equation that holds is an answer even if the default one does not hold.
      input = by(compared.first);
      results = calculate(input);
    }
    const body: Record<string, unknown> = {};
    present(compared ? { ...results, ...compared.results } : results, body, { language, units });
    body.profile = writeProfile(input, units);
    body.language = language;
    if (family.clinical) body.notice = family.messages.text(language, 'not_for_diagnosis');
    const explanation = explain(input, results);
    const warnings = warningsOf(input, explanation, compared, language);
    if (compared) Object.assign(body, writeCompared(calculator, { input, explanation, compared, language }));
    if (warnings.length > 0) body.warnings = warnings;
    if (metadata) body._api_metadata_ = metadata;
    if (detail === 'full') {
      body.details = writeDetails(calculator, { input, results, explanation, warnings, compared, language });
    }
    return { body };
  }

  function explain(input: z.output<Input>, results: z.output<Output>): Explanation {
    if (!definition.explain) return UNEXPLAINED;
    return synchronous<Explanation>(definition.explain(input, results), `${name}: explain`);
  }

  function warningsOf(
    input: z.output<Input>,
    explanation: Explanation,
    compared: SideBySide | undefined,
    language: Language,
  ): readonly Warning[] {
    if (!compared) return explanation.warnings?.length ? writeWarnings(calculator, explanation, language) : NO_WARNINGS;
    const explained = Object.entries(compared.results.by_method).map(([method, row]) => [
      method,
      explain({ ...input, [METHOD]: method }, row as z.output<Output>),
    ]);
    return writeEveryWarning(calculator, explanation, Object.fromEntries(explained), language);
  }

  /** The problems of a refusal, with a hint if the same numbers have a plausible answer in another reading. */
  function withHint(
    error: InputRefused,
    given: CollectedInputs['values'],
    { units = 'metric', texts = false, asOf }: AnswerOptions,
  ): readonly InputProblem[] {
    const { problems } = error;
    if (!(error instanceof ImplausibleResult)) return problems;
    for (const { values, units: other, hint } of otherReadings(reader.fields, given, units)) {
      const read = reader.read(reader.collectAll(values), other, texts, defaultsOf(asOf));
      if (!('problems' in read) && resultsOf(calculate, read.input) !== null) return [...problems, hint];
    }
    return problems;
  }

  function calculation(
    inputs: Readonly<Record<string, unknown>> | CollectedInputs,
    { language = DEFAULT_LANGUAGE, units = 'metric', texts = false, asOf }: AnswerOptions = {},
  ): Pictured | null {
    const collected = inputs instanceof CollectedInputs ? inputs : reader.collectAll(inputs);
    const read = reader.read(collected, units, texts, defaultsOf(asOf));
    if ('problems' in read) return null;
    const { input } = read;
    const at = (changes: Readonly<Record<string, unknown>>) => resultsOf(calculate, { ...input, ...changes });
    const results = at({});
    if (results === null) return null;
    return {
      input,
      results,
      explanation: explain(input, results),
      words: wordsOf(calculator, language, units),
      options: (name) => reader.fields.find((field) => field.name === name)?.options ?? [],
      at,
    };
  }

  function picture(
    inputs: Readonly<Record<string, unknown>> | CollectedInputs,
    options?: AnswerOptions,
  ): Picture | null {
    const calculated = calculation(inputs, options);
    if (calculated === null) return null;
    return definition.picture?.(calculated) ?? choosePicture(calculator, calculated);
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
    usedBy,
    equations,
    earlier,
    sources: definition.sources ?? [],
    examples: definition.examples,
    calculate,
    collect: reader.collect,
    answer,
    calculation,
    picture,
  };
  return calculator;
}

/** Refuses a promise, and anything else than an object. The rejection of a refused promise must not end the process. */
function synchronous<Value>(value: Value, told: string): Value {
  if (typeof value !== 'object' || value === null) throw new InvalidResult(`${told} must return an object`);
  if (!('then' in value) || typeof value.then !== 'function') return value;
  Promise.resolve(value).catch(() => undefined);
  throw new InvalidResult(`${told} must not be async: it returned a promise`);
}

/** The results for an input, or `null` where the calculator refuses it. */
function resultsOf<Input, Results>(calculate: (input: Input) => Results, input: Input): Results | null {
  try {
    return calculate(input);
  } catch (error) {
    if (error instanceof InputRefused) return null;
    throw error;
  }
}

const UNEXPLAINED: Explanation = {};
const NO_WARNINGS: readonly Warning[] = [];

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
