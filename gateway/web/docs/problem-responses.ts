import type { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { Texts } from '../../calculation/describe/texts.ts';
import { gatewayMessages, type ProblemCode } from '../../request/problems/catalogue.ts';
import { sampleProblem } from './problem-samples.ts';
import { type HeaderName, headersOf } from './response-headers.ts';

interface ProblemResponse {
  readonly status: string;
  readonly codes: readonly ProblemCode[];
  /** Headers in addition to those of every answer. */
  readonly headers?: readonly HeaderName[];
  /** Only calls with a body can get this response. */
  readonly bodyOnly?: true;
}

/** The problems that a call of a calculator may get, one response for each status. */
const RESPONSES: Readonly<Record<string, ProblemResponse>> = {
  BadRequest: {
    status: '400',
    codes: [
      'invalid-parameters',
      'malformed-query',
      'malformed-json',
      'repeated-member',
      'malformed-host',
      'idempotency-key-not-valid',
    ],
    headers: ['RateLimitPolicy', 'RateLimit'],
  },
  Unauthorized: { status: '401', codes: ['invalid-credential'], headers: ['GatewayError', 'WwwAuthenticate'] },
  Forbidden: {
    status: '403',
    codes: [
      'https-required',
      'key-not-allowed-here',
      'role-not-allowed',
      'channel-not-allowed',
      'calculator-not-included',
    ],
    headers: ['GatewayError', 'RateLimitPolicy', 'RateLimit'],
  },
  NotFound: { status: '404', codes: ['unknown-calculator'], headers: ['GatewayError', 'RateLimitPolicy', 'RateLimit'] },
  MethodNotAllowed: {
    status: '405',
    codes: ['method-not-allowed'],
    headers: ['GatewayError', 'Allow', 'RateLimitPolicy', 'RateLimit'],
  },
  PayloadTooLarge: {
    status: '413',
    codes: ['payload-too-large'],
    headers: ['RateLimitPolicy', 'RateLimit'],
    bodyOnly: true,
  },
  UriTooLong: { status: '414', codes: ['uri-too-long'], headers: ['GatewayError'] },
  UnsupportedMediaType: {
    status: '415',
    codes: ['unsupported-media-type'],
    headers: ['RateLimitPolicy', 'RateLimit'],
    bodyOnly: true,
  },
  TooManyRequests: {
    status: '429',
    codes: ['quota-exceeded', 'too-many-failures', 'too-many-idempotency-keys'],
    headers: ['GatewayError', 'RateLimitPolicy', 'RateLimit', 'RetryAfter'],
  },
  Conflict: {
    status: '409',
    codes: ['idempotency-key-in-use'],
    headers: ['GatewayError', 'RateLimitPolicy', 'RateLimit', 'RetryAfter'],
    bodyOnly: true,
  },
  UnprocessableContent: {
    status: '422',
    codes: ['implausible-result', 'idempotency-key-reused'],
    headers: ['GatewayError', 'RateLimitPolicy', 'RateLimit'],
  },
  InternalServerError: { status: '500', codes: ['internal-error'], headers: ['GatewayError'] },
  BadGateway: { status: '502', codes: ['service-failed'], headers: ['GatewayError'] },
  ServiceUnavailable: {
    status: '503',
    codes: ['service-unavailable', 'temporarily-unavailable'],
    headers: ['GatewayError', 'RetryAfter'],
  },
  GatewayTimeout: { status: '504', codes: ['service-timeout'], headers: ['GatewayError'] },
};

/** The problem responses as components of the document, with an example for each code. */
export function problemComponents(
  problem: z.ZodObject,
  baseUrl: string,
  { language }: Texts,
): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    Object.entries(RESPONSES).map(([name, { codes, headers = [] }]) => {
      const titles = codes.map((code) => gatewayMessages.text(language, `problems.${code}.title`));
      const examples = codes.map((code, at) => [
        code,
        { summary: titles[at] ?? code, value: sampleProblem(code, language, baseUrl) },
      ]);
      return [
        name,
        {
          description: titles.map((title, at) => `- \`${codes[at]}\`: ${title}`).join('\n'),
          headers: headersOf(['RequestId', 'ContentLanguage', ...headers]),
          content: { 'application/problem+json': { schema: problem, examples: Object.fromEntries(examples) } },
        },
      ];
    }),
  );
}

/** References to the problems of a keyed operation, by status. */
export function problemsOf(method: 'get' | 'post'): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    Object.entries(RESPONSES)
      .filter(([, { bodyOnly }]) => method === 'post' || !bodyOnly)
      .map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }] as const),
  );
}
