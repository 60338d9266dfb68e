import { type Calculator, drawPicture } from '../../../calculators/kit/index.ts';
import {
  type AnswerTarget,
  inputProblemsAnswer,
  problemAnswer,
  type Refusal,
  resultAnswer,
  svgAnswer,
} from '../answers/answers.ts';
import { withRequestMessages } from '../answers/messages.ts';
import type { EndpointManifest } from '../plugin/endpoint-manifest.ts';
import { readJsonBody } from '../reading/json-body.ts';
import { collectRequest, type RawInput } from '../reading/request-input.ts';
import {
  type CalculatorEndpoint,
  type Endpoint,
  type EndpointDescription,
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
  const targetOf = targets(calculator, baseUrl);

  function respond(request: ServiceRequest): ServiceAnswer {
    const input = readInput(request);
    return 'code' in input ? problemAnswer(input, targetOf(request)) : calculate(input, request);
  }

  function calculate(input: RawInput, request: Pick<ServiceRequest, 'language' | 'authenticated' | 'requestId'>) {
    const { language, authenticated } = request;
    const inputs = calculator.collect();
    const { units, detail, asOf } = collectRequest(input, inputs);
    const metadata = { endpoint_name: segment, authenticated };
    const answer = calculator.answer(inputs, { language, units, detail, asOf, texts: input.body === null, metadata });
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

/**
 * The picture of a calculator's result: `GET` with the same inputs, answered as SVG.
 *
 * @param segment the path segment of the calculator: its name or one of its aliases
 */
export function pictureEndpoint(calculator: Calculator, segment: string, baseUrl: string, cost: number): Endpoint {
  const { messages } = calculator.family;
  const targetOf = targets(calculator, baseUrl);
  return {
    ...pictureDescription({ name: calculator.name, languages: messages.languages, cost }, segment),
    respond(request) {
      const input = readInput(request);
      if ('code' in input) return problemAnswer(input, targetOf(request));
      const { language } = request;
      const inputs = calculator.collect();
      const { units, asOf } = collectRequest(input, inputs);
      const options = { language, units, asOf, texts: true };
      const answer = calculator.answer(inputs, options);
      if ('problems' in answer) return inputProblemsAnswer(answer.problems, targetOf(request));
      const picture = calculator.picture(inputs, options);
      if (picture === null) throw new Error(`${calculator.name} has an answer without a picture`);
      const title = messages.text(language, `${calculator.name}.title`);
      return svgAnswer(drawPicture(picture, { language, title, alone: true }), language);
    },
  };
}

/** The address of the pictures of a calculator. */
export function pictureDescription(
  { name, languages, cost = 1 }: Pick<EndpointManifest, 'name' | 'languages' | 'cost'>,
  segment: string,
): EndpointDescription {
  return {
    path: `/${segment}${PICTURE}`,
    methods: PICTURE_METHODS,
    calculator: name,
    cost,
    languages,
    mediaTypes: PICTURE_TYPES,
    largestBody: LARGEST_BODY,
  };
}

/** Ending of the address of a picture. */
export const PICTURE = '.svg';
const PICTURE_METHODS: readonly string[] = ['GET', 'HEAD'];
const PICTURE_TYPES: readonly string[] = ['image/svg+xml', 'application/problem+json'];

function targets(calculator: Calculator, baseUrl: string) {
  const messages = withRequestMessages(calculator.family.messages);
  return ({ language, requestId }: Pick<ServiceRequest, 'language' | 'requestId'>): AnswerTarget => ({
    baseUrl,
    language,
    requestId,
    messages,
  });
}

function readInput({ method, query, contentType, body }: ServiceRequest): RawInput | Refusal {
  if (query === null) return { code: 'malformed-query' };
  if (method !== 'POST') return { query, body: null };
  const read = readJsonBody({ contentType, body }, LARGEST_BODY);
  return 'code' in read ? read : { query, body: read.members };
}
