/** The kit: what every calculator is built from. */
export { type Above, above, type Class, type ClassTable, classify, classTable } from './classes.ts';
export { DAY, minuteOfDay, timeOfDay } from './clock.ts';
export { dayNumber, isoDate } from './dates.ts';
export {
  type Answer,
  type AnswerContext,
  type Calculator,
  type CalculatorDefinition,
  defineCalculator,
  type Example,
  type Since,
  type TypedCalculator,
} from './define.ts';
export { describeField, type FieldDescription, inputText } from './describe.ts';
export type { Explanation, Remark } from './details.ts';
export { defineFamily, type Family, kitMessages } from './family.ts';
export type { FieldReader } from './field-reader.ts';
export type { ActivityLevel } from './fields.ts';
export * as field from './fields.ts';
export { type Given, given } from './given.ts';
export { InputProblemList, MOST_MISTAKES, MOST_SEARCHES } from './input-problem-list.ts';
export { type InputCode, type InputProblem, InputRefused, OutsideValidity } from './input-problems.ts';
export { repeatedMember, writtenMembers } from './json-members.ts';
export { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOfTag, negotiateLanguage } from './languages.ts';
export { type Catalogue, type MessageValues, openCatalogue } from './messages.ts';
export { ALL, method } from './method.ts';
export { nearest } from './nearest.ts';
export * as result from './outputs.ts';
export {
  INPUT_PROBLEMS,
  type InputProblemCode,
  PROBLEM_JSON,
  type ProblemContext,
  type ProblemExtensions,
  problemBody,
  writeInputProblems,
} from './problem-body.ts';
export { profileName } from './profile.ts';
export type { RawInput } from './reader.ts';
export { CONTROLS, createReader } from './reader.ts';
export { exceeds, reaches, round } from './rounding.ts';
export { shownName } from './shown-name.ts';
export type { Equation, Equations, Source } from './sources.ts';
export { TIME_PATTERN, timeText } from './times.ts';
export { imperialTwin, toImperial, toMetric, UNIT_SYSTEMS, type UnitSystem } from './units.ts';
