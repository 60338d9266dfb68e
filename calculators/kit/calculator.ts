import type { z } from 'zod';
import type { CollectedInputs } from './collected-inputs.ts';
import type { EarlierDefaults } from './earlier-defaults.ts';
import type { Explanation } from './explanation.ts';
import type { Family } from './family.ts';
import type { FieldReader } from './field-reader.ts';
import type { InputProblem } from './input-problems.ts';
import type { Language } from './languages.ts';
import type { Pictured, PictureMaker } from './pictured.ts';
import type { Picture } from './pictures/picture.ts';
import type { Equation, Equations, Source } from './sources.ts';
import type { UnitSystem } from './units.ts';

/** The first release whose API had a calculation; `classic` for calculations of the older API. */
export type Since = 'classic' | 'v1.0.0';

/** A case with a known answer. It runs as a test and appears in the documentation. */
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
  /** Path segment, kebab-case; also the key of its messages (`<name>.title`, `<name>.summary`, `<name>.use`, ...). */
  readonly name: string;
  /** Made by `defineFamily`: it has the messages. */
  readonly family: Family;
  /** First release that has it, such as `v1.0.0`. */
  readonly since: Since;
  /** Other names that customers of comparable services use for it. */
  readonly aliases?: readonly string[];
  /** A `z.object` of inputs, made by `field.*`. */
  readonly input: Input;
  /** A `z.object` of results, made by `result.*`. */
  readonly output: Output;
  /** Inputs echoed in `profile`, in this order. */
  readonly profile: readonly (keyof Input['shape'] & string)[];
  /**
   * Inputs that only some of the equations use, with the keys of these equations. The others accept such an input
   * without effect; its description says so, and so does a note of `detail: 'full'`.
   */
  readonly usedBy?: { readonly [Name in keyof Input['shape'] & string]?: readonly string[] };
  /** The equations behind it; with more than one the input has a `method`. */
  readonly equations: Equations;
  /** Defaults that it had until a day, the newest first; a call with `asOf` before that day gets them. */
  readonly earlier?: readonly EarlierDefaults[];
  /** Sources beyond those of the equations: class limits, factors. */
  readonly sources?: readonly Source[];
  /** Cases with known results: `{ input, output, origin }`. */
  readonly examples: readonly Example[];
  /**
   * The calculation: pure, in SI, unrounded.
   *
   * @throws OutsideValidity if the equation is not valid for the inputs
   * @throws InputRefused if the method needs an input that is missing
   */
  calculate(input: z.output<Input>): z.output<Output>;
  /** Warnings and notes for `detail: 'full'`, as keys of messages. */
  explain?(input: z.output<Input>, output: z.output<Output>): Explanation;
  /**
   * The picture of a result. Without it, the kit draws the classes, else the zones, else the equations side by side, else
   * a curve along an input.
   */
  readonly picture?: PictureMaker;
}

/** How much an answer says: the results alone, or also everything that explains them. */
export const DETAILS = ['standard', 'full'] as const;
export type Detail = (typeof DETAILS)[number];

/** How the inputs are written, and how the answer is to be written. */
export interface AnswerOptions {
  /** Language of labels and explanations, one of the family's languages; English by default. */
  readonly language?: Language;
  /** Units of the inputs; metric by default. Imperial answers also have the results in imperial units. */
  readonly units?: UnitSystem;
  /** `standard` by default. */
  readonly detail?: Detail;
  /**
   * A day `YYYY-MM-DD`: inputs that are not given have the defaults of that day. Without it they have today's.
   *
   * @example sinclairTotal.answer({ gender: 'male', weight: 89, total: 320 }, { asOf: '2024-08-11' })
   */
  readonly asOf?: string | undefined;
  /**
   * Every value is a text: `'72.5'` is a number, `'true'` a flag, `'7,6.5,8'` a series. By default numbers are numbers,
   * flags are booleans and series are arrays, as in JSON.
   */
  readonly texts?: boolean;
  /** Written into the answer as `_api_metadata_`, unread. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The answer to one calculation, or the mistakes in its inputs. */
export type Answer =
  | { readonly body: Readonly<Record<string, unknown>> }
  | { readonly problems: readonly InputProblem[] };

/** A calculator without types of its own inputs and results, so that many fit in one list. */
export interface Calculator {
  readonly name: string;
  readonly family: Family;
  readonly since: Since;
  readonly aliases: readonly string[];
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly fields: readonly FieldReader[];
  readonly profile: readonly string[];
  /** The equations that use an input; an input that is not named here is used by all of them. */
  readonly usedBy: Readonly<Record<string, readonly string[] | undefined>>;
  readonly equations: readonly (readonly [string, Equation])[];
  /** Defaults of earlier days, the newest first. */
  readonly earlier: readonly EarlierDefaults[];
  readonly sources: readonly Source[];
  readonly examples: readonly Example[];
  /** Prepares the collection of the inputs of one calculation, for callers that find mistakes of their own. */
  collect(): CollectedInputs;
  /**
   * Reads the inputs, calculates and writes the answer.
   *
   * @param inputs values by name, or collected inputs
   * @throws RangeError if `asOf` is no date
   * @example bmi.answer({ weight: 80, height: 178 }, { language: 'de' }) // { body: { bmi: 25.25, ... } }
   * @example bmi.answer({ weight: 80 }) // { problems: [{ field: 'height', code: 'missing', ... }] }
   */
  answer(inputs: Readonly<Record<string, unknown>> | CollectedInputs, options?: AnswerOptions): Answer;
  /** One calculation as its picture sees it; `null` if the inputs have mistakes. Takes what `answer` takes. */
  calculation(inputs: Readonly<Record<string, unknown>> | CollectedInputs, options?: AnswerOptions): Pictured | null;
  /** The picture of a result; `null` if the inputs have mistakes. Takes what `answer` takes. */
  picture(inputs: Readonly<Record<string, unknown>> | CollectedInputs, options?: AnswerOptions): Picture | null;
}

/** A calculator that can also be called as a function. */
export type TypedCalculator<Input extends z.ZodObject, Output extends z.ZodObject> = Calculator & {
  calculate(input: z.output<Input>): z.output<Output>;
};
