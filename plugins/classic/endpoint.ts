import {
  DEFAULT_LANGUAGE,
  type OwnEndpoint,
  problemAnswer,
  type Refusal,
  type ServiceAnswer,
  type ServiceRequest,
  sdkMessages,
} from '../sdk/index.ts';
import { Mistakes } from './mistakes.ts';
import { type Parameters, readParameters, type Values } from './parameters.ts';
import { classicProblems } from './problems.ts';
import { parametersOf } from './request.ts';

/** A result as JSON. The classic API is in English only. */
type Fields = Readonly<Record<string, unknown>>;

/** The v1 calculator that replaces a classic endpoint. */
export interface Successor {
  /** Path segment below /api/v1; `null` if v1 has no replacement. */
  readonly path: string | null;
  /** The v1 parameter for each classic one; `null` if v1 has no such parameter. */
  readonly parameters: Readonly<Record<string, string | null>>;
  /** The member of the v1 answer for each classic field; `null` if v1 has no such member. */
  readonly fields: Readonly<Record<string, string | null>>;
  /** Other differences, one sentence each. */
  readonly notes?: readonly string[];
}

/** A classic endpoint as its author writes it. */
export interface ClassicDefinition<P extends Parameters> {
  /** Path of the GET below the mount. Calls of the GET and of its POST twin are counted under `classic-<path>`. */
  readonly path: string;
  /** Path of the POST; absent if there is no POST. */
  readonly post?: string;
  /** There is no GET. */
  readonly postOnly?: true;
  readonly title: string;
  readonly parameters: P;
  readonly successor: Successor;
  /** A call that works, for documentation and conformance. */
  readonly example: Readonly<Record<string, string | number>>;
  /**
   * The answer to parameters that were read.
   *
   * @throws Mistakes
   */
  answer(values: Values<P>): Fields;
}

/** A classic endpoint as the plugin and its documentation use it. */
export interface ClassicEndpoint extends Omit<ClassicDefinition<Parameters>, 'answer'> {
  /** Its paths, of GET and of POST. */
  readonly endpoints: readonly OwnEndpoint[];
  /** The answer to parameters as the caller wrote them. @throws Mistakes */
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
    examples: [{ input: example, output: {}, origin: 'A call that works' }],
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
  const target = { baseUrl: '', language: DEFAULT_LANGUAGE, requestId, messages: sdkMessages };
  return problemAnswer(refusal, target, classicProblems);
}
