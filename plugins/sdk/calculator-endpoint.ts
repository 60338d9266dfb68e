import { type Calculator, type RawInput, repeatedMember } from '../../calculators/kit/index.ts';
import { type AnswerTarget, inputProblemsAnswer, problemAnswer, type Refusal, resultAnswer } from './answers.ts';
import { type Endpoint, LARGEST_BODY, type ServiceAnswer, type ServiceRequest } from './service.ts';

/** Methods of every calculator of the v1 contract. */
export const CALCULATOR_METHODS: readonly string[] = ['GET', 'HEAD', 'POST'];

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * A calculator at one path: the v1 contract. GET takes the inputs from the query, POST from a JSON body.
 *
 * @param segment the path segment: the calculator's name or one of its aliases
 */
export function calculatorEndpoint(calculator: Calculator, segment: string, baseUrl: string, cost: number): Endpoint {
  const { messages } = calculator.family;

  function respond(request: ServiceRequest): ServiceAnswer {
    const { language, requestId, authenticated } = request;
    const target: AnswerTarget = { baseUrl, language, requestId, messages };
    const input = readInput(request);
    if ('code' in input) return problemAnswer(input, target);
    const answer = calculator.answer(input, { language, authenticated, endpointName: segment });
    if ('body' in answer) return resultAnswer(answer.body, answer.language);
    return inputProblemsAnswer(answer.problems, { ...target, language: answer.language });
  }

  return {
    path: `/${segment}`,
    methods: CALCULATOR_METHODS,
    calculator: calculator.name,
    cost,
    languages: messages.languages,
    respond,
  };
}

function readInput({ method, query, contentType, body }: ServiceRequest): RawInput | Refusal {
  if (query === null) return { code: 'malformed-query' };
  if (method !== 'POST') return { query, body: null };
  if (contentType === undefined || !JSON_TYPE.test(contentType)) return { code: 'unsupported-media-type' };
  if (body && body.byteLength > LARGEST_BODY) return { code: 'payload-too-large', values: { max: LARGEST_BODY } };
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(body ?? new Uint8Array());
    value = JSON.parse(text);
  } catch {
    return { code: 'malformed-json' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { code: 'malformed-json' };
  const member = repeatedMember(text);
  if (member !== null) return { code: 'repeated-member', values: { member: member.slice(0, 64) } };
  return { query, body: value as Record<string, unknown> };
}
