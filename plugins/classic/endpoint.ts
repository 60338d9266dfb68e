import {
  DEFAULT_LANGUAGE,
  kitMessages,
  type OwnEndpoint,
  problemAnswer,
  type Refusal,
  type ServiceAnswer,
  type ServiceRequest,
} from '../sdk/index.ts';
import { Mistakes } from './mistakes.ts';
import { type Parameters, readParameters, type Values } from './parameters.ts';
import { classicProblems } from './problems.ts';
import { parametersOf } from './request.ts';

/** A result as JSON: English, as everything that is classic. */
type Fields = Readonly<Record<string, unknown>>;

/** What v1 has in place of a classic endpoint. */
export interface Successor {
  /** Path segment below /api/v1; `null` where v1 has none. */
  readonly path: string | null;
  /** The v1 parameter for each classic one; `null` where there is none. */
  readonly parameters: Readonly<Record<string, string | null>>;
  /** The member of the v1 answer for each classic field; `null` where there is none. */
  readonly fields: Readonly<Record<string, string | null>>;
  /** What else is different, a sentence each. */
  readonly notes?: readonly string[];
}

/** A classic endpoint as its author writes it. */
export interface ClassicDefinition<P extends Parameters> {
  /** Path below the mount of the GET; calls are counted under `classic-` and this, the twin's too. */
  readonly path: string;
  /** Path of its POST; without it there is no POST. */
  readonly post?: string;
  /** There is no GET. */
  readonly postOnly?: true;
  readonly title: string;
  readonly parameters: P;
  readonly successor: Successor;
  /** A call that works, for documentation and conformance. */
  readonly example: Readonly<Record<string, string | number>>;
  /**
   * The answer, from parameters as they were read.
   *
   * @throws Mistakes
   */
  answer(values: Values<P>): Fields;
}

/** A classic endpoint as the plugin and its documentation use it. */
export interface ClassicEndpoint extends Omit<ClassicDefinition<Parameters>, 'answer'> {
  /** Its paths, of GET and of POST. */
  readonly endpoints: readonly OwnEndpoint[];
  /** The answer to parameters in plain texts. @throws Mistakes */
  answerTo(raw: ReadonlyMap<string, unknown>): Fields;
}

/** Declares a classic endpoint. */
export function classicEndpoint<P extends Parameters>(definition: ClassicDefinition<P>): ClassicEndpoint {
  const { path, post, postOnly, title, parameters, successor, example, answer } = definition;
  const answerTo = (raw: ReadonlyMap<string, unknown>) => answer(readParameters(parameters, raw));

  function respond(request: ServiceRequest): ServiceAnswer {
    try {
      const raw = parametersOf(request);
      return 'code' in raw ? refused(raw, request) : { ...OK, body: JSON.stringify(answerTo(raw)) };
    } catch (error) {
      if (!(error instanceof Mistakes)) throw error;
      const errors = error.sentences.map((message) => ({ message }));
      const refusal: Refusal = { code: 'invalid-parameters', values: { count: errors.length }, extensions: { errors } };
      return refused(refusal, request);
    }
  }

  const at = (own: string, methods: readonly string[]): OwnEndpoint => ({
    name: `classic-${path.replaceAll(/[/_]/g, '-')}`,
    path: own,
    methods,
    languages: ['en'],
    mediaTypes: ['application/json'],
    title,
    inputs: Object.entries(parameters).map(([name, { required, manifest }]) => ({ name, required, ...manifest })),
    respond,
  });
  return {
    path,
    ...(post === undefined ? {} : { post }),
    ...(postOnly ? { postOnly } : {}),
    title,
    parameters,
    successor,
    example,
    endpoints: [...(postOnly ? [] : [at(path, ['GET', 'HEAD'])]), ...(post === undefined ? [] : [at(post, ['POST'])])],
    answerTo,
  };
}

const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8' };
const OK = { status: 200, headers: JSON_HEADERS, problem: null };

function refused(refusal: Refusal, { requestId }: ServiceRequest): ServiceAnswer {
  const target = { baseUrl: '', language: DEFAULT_LANGUAGE, requestId, messages: kitMessages };
  return problemAnswer(refusal, target, classicProblems);
}
