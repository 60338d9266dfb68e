import {
  type Catalogue,
  IMPLAUSIBLE,
  type InputProblem,
  type Language,
  type MessageValues,
} from '../../../calculators/kit/index.ts';
import type { ServiceAnswer } from '../service/service.ts';
import {
  INPUT_PROBLEMS,
  type InputProblemCode,
  PROBLEM_JSON,
  type ProblemExtensions,
  problemBody,
  writeInputProblems,
} from './problem-body.ts';
import { fillTemplate, type ProblemTemplate } from './problem-template.ts';

/** A problem of input that a service answers, before it is written in a language. */
export interface Refusal {
  readonly code: InputProblemCode;
  readonly values?: MessageValues;
  readonly extensions?: ProblemExtensions;
  /** Key of the detail, for a problem with several details. */
  readonly detail?: string;
}

/** What every problem needs to know of its request. */
export interface AnswerTarget {
  readonly baseUrl: string;
  readonly language: Language;
  readonly requestId: string;
  /** The texts of the problem and of every mistake that it lists. */
  readonly messages: Catalogue;
}

/** A result as JSON. */
export function resultAnswer(body: unknown, language: Language): ServiceAnswer {
  return {
    status: 200,
    headers: headers('application/json; charset=utf-8', language),
    body: JSON.stringify(body),
    problem: null,
  };
}

/** A picture. */
export function svgAnswer(body: string, language: Language): ServiceAnswer {
  return { status: 200, headers: headers('image/svg+xml; charset=utf-8', language), body, problem: null };
}

/** A problem of input (RFC 9457), or in the form of the plugin's own template. */
export function problemAnswer(
  { code, values, extensions, detail }: Refusal,
  target: AnswerTarget,
  template: ProblemTemplate | null = null,
): ServiceAnswer {
  const status = INPUT_PROBLEMS[code];
  const body = problemBody(code, status, target.messages, target, values, extensions, detail);
  if (template) return fillTemplate(template, { code, status, body, ...(values === undefined ? {} : { values }) });
  return { status, headers: headers(PROBLEM_JSON, target.language), body: JSON.stringify(body), problem: code };
}

/** Every mistake in a request's parameters in one problem, or the impossible result that they give together. */
export function inputProblemsAnswer(problems: readonly InputProblem[], target: AnswerTarget): ServiceAnswer {
  if (problems[0]?.code === IMPLAUSIBLE) {
    const { extensions } = writeInputProblems(problems, target.messages, target.language);
    return problemAnswer({ code: 'implausible-result', extensions }, target);
  }
  const written = writeInputProblems(problems, target.messages, target.language);
  return problemAnswer({ code: 'invalid-parameters', ...written }, target);
}

/** One object for each combination of type and language: there are few, and every answer needs one. */
const headersByType = new Map<string, Map<string, Readonly<Record<string, string>>>>();

function headers(type: string, language: string): Readonly<Record<string, string>> {
  const byLanguage = headersByType.get(type) ?? new Map<string, Readonly<Record<string, string>>>();
  if (byLanguage.size === 0) headersByType.set(type, byLanguage);
  let known = byLanguage.get(language);
  if (!known) {
    known = { 'Content-Type': type, 'Content-Language': language, Vary: 'Accept-Language' };
    byLanguage.set(language, known);
  }
  return known;
}
