import type { Calculator, RawInput } from '../../calculators/kit/index.ts';
import { type AnswerTarget, inputProblemsAnswer, problemAnswer, type Refusal, resultAnswer } from './answers.ts';
import { readJsonBody } from './json-body.ts';
import {
  type CalculatorEndpoint,
  LARGEST_BODY,
  MEDIA_TYPES,
  type ServiceAnswer,
  type ServiceRequest,
} from './service.ts';

/** Methods of every calculator of the v1 contract. */
export const CALCULATOR_METHODS: readonly string[] = ['GET', 'HEAD', 'POST'];

/**
 * A calculator at one path: the v1 contract. GET takes the inputs from the query, POST from a JSON body.
 *
 * @param segment the path segment: the calculator's name or one of its aliases
 */
export function calculatorEndpoint(
  calculator: Calculator,
  segment: string,
  baseUrl: string,
  cost: number,
): CalculatorEndpoint {
  const { messages } = calculator.family;

  function respond(request: ServiceRequest): ServiceAnswer {
    const { language, requestId } = request;
    const input = readInput(request);
    return 'code' in input
      ? problemAnswer(input, { baseUrl, language, requestId, messages })
      : calculate(input, request);
  }

  function calculate(input: RawInput, request: Pick<ServiceRequest, 'language' | 'authenticated' | 'requestId'>) {
    const { language, requestId, authenticated } = request;
    const target: AnswerTarget = { baseUrl, language, requestId, messages };
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
    mediaTypes: MEDIA_TYPES,
    largestBody: LARGEST_BODY,
    respond,
    respondToInput: (request) => calculate(request, request),
  };
}

function readInput({ method, query, contentType, body }: ServiceRequest): RawInput | Refusal {
  if (query === null) return { code: 'malformed-query' };
  if (method !== 'POST') return { query, body: null };
  const read = readJsonBody({ contentType, body }, LARGEST_BODY);
  return 'code' in read ? read : { query, body: read.members };
}
