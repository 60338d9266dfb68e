/** The kit: what every calculator is built from. It knows inputs, results, units and languages, and no protocol. */

export {
  type Answer,
  type AnswerOptions,
  type Calculator,
  type CalculatorDefinition,
  DETAILS,
  type Detail,
  type Example,
  type Since,
  type TypedCalculator,
} from './calculator.ts';
export { calculatorsIn } from './calculators-in.ts';
export { type Above, above, type Class, type ClassTable, classify, classTable } from './classes.ts';
export { DAY, minuteOfDay, timeOfDay } from './clock.ts';
export { CollectedInputs } from './collected-inputs.ts';
export { dayNumber, isoDate } from './dates.ts';
export { defineCalculator } from './define.ts';
export {
  describeField,
  describeResults,
  type FieldDescription,
  inputText,
  outputText,
  type ResultDescription,
} from './describe.ts';
export { type DrawingOptions, drawPicture, figuresOf } from './draw-picture.ts';
export { dayProblem, type EarlierDefaults, FIRST_DAY } from './earlier-defaults.ts';
export { equationDate, equationId } from './equation-identity.ts';
export type { Explanation, Remark } from './explanation.ts';
export { defineFamily, type Family, kitMessages } from './family.ts';
export type { FieldReader } from './field-reader.ts';
export type { ActivityLevel } from './fields.ts';
export * as field from './fields.ts';
export { type Given, given } from './given.ts';
export { InputProblemList, MOST_MISTAKES, MOST_SEARCHES } from './input-problem-list.ts';
export {
  type InputCode,
  type InputProblem,
  InputRefused,
  inputProblem,
  OutsideValidity,
  READING_CODES,
} from './input-problems.ts';
export {
  DEFAULT_LANGUAGE,
  directionOf,
  LANGUAGES,
  type Language,
  languageOfTag,
  localeOf,
  nameOfLanguage,
} from './languages.ts';
export { type Levels, levels } from './levels.ts';
export { messageMistakes } from './message-mistakes.ts';
export { type Catalogue, type Measure, type MessageValues, openCatalogue, unitText } from './messages.ts';
export { ALL, method } from './method.ts';
export { nearest } from './nearest.ts';
export * as result from './outputs.ts';
export { along, byChoice, parts } from './picture-makers.ts';
export type { Pictured, PictureMaker } from './pictured.ts';
export type {
  Axis,
  Band,
  BandPicture,
  BarsPicture,
  Curve,
  CurvesPicture,
  Picture,
  ValuesPicture,
  ZonesPicture,
} from './pictures/picture.ts';
export { HINT, IMPLAUSIBLE, implausible, type Plausible, plausibleBounds } from './plausible.ts';
export { createProfileWriter, profileName } from './profile.ts';
export { createInputReader } from './reader.ts';
export { unitOf, unitOfResult } from './result-units.ts';
export { exceeds, reaches, round } from './rounding.ts';
export { shownName } from './shown-name.ts';
export type { Equation, Equations, Source } from './sources.ts';
export { textMistakes } from './text-mistakes.ts';
export { HOURS_PATTERN, TIME_PATTERN, timeText } from './times.ts';
export { imperialTwin, toImperial, toMetric, UNIT_SYSTEMS, type UnitSystem } from './units.ts';
export { labelAndHint, type Words, wordsOf } from './words.ts';
