import type { Calculator } from '../../../calculators/kit/index.ts';
import {
  type AnswerTarget,
  inputProblemsAnswer,
  problemAnswer,
  type Refusal,
  resultAnswer,
} from '../answers/answers.ts';
import { withRequestMessages } from '../answers/messages.ts';
import { readJsonBody } from '../reading/json-body.ts';
import { collectRequest, type RawInput } from '../reading/request-input.ts';
import {
  type CalculatorEndpoint,
  LARGEST_BODY,
  MEDIA_TYPES,
  type ServiceAnswer,
  type ServiceRequest,
} from '../service/service.ts';

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
  const { languages } = calculator.family.messages;
  const messages = withRequestMessages(calculator.family.messages);

  function targetOf({ language, requestId }: Pick<ServiceRequest, 'language' | 'requestId'>): AnswerTarget {
    return { baseUrl, language, requestId, messages };
  }

  function respond(request: ServiceRequest): ServiceAnswer {
    const input = readInput(request);
    return 'code' in input ? problemAnswer(input, targetOf(request)) : calculate(input, request);
  }

  function calculate(input: RawInput, request: Pick<ServiceRequest, 'language' | 'authenticated' | 'requestId'>) {
    const { language, authenticated } = request;
    const inputs = calculator.collect();
    const { units, detail } = collectRequest(input, inputs);
    const metadata = { endpoint_name: segment, authenticated };
    const answer = calculator.answer(inputs, { language, units, detail, texts: input.body === null, metadata });
    return 'body' in answer
      ? resultAnswer(answer.body, language)
      : inputProblemsAnswer(answer.problems, targetOf(request));
  }

  return {
    path: `/${segment}`,
    methods: CALCULATOR_METHODS,
    calculator: calculator.name,
    cost,
    languages,
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
