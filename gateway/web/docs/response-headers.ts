import type { ZodOpenApiHeadersObject } from 'zod-openapi';
import type { Texts } from '../../calculation/describe/texts.ts';

/** The response headers by component name, with their names on the wire. */
const HEADERS = {
  RequestId: { header: 'X-Request-Id', type: 'string' },
  ContentLanguage: { header: 'Content-Language', type: 'string' },
  RateLimitPolicy: { header: 'RateLimit-Policy', type: 'string' },
  RateLimit: { header: 'RateLimit', type: 'string' },
  RetryAfter: { header: 'Retry-After', type: 'integer' },
  GatewayError: { header: 'X-Gateway-Error', type: 'string' },
  Allow: { header: 'Allow', type: 'string' },
  WwwAuthenticate: { header: 'WWW-Authenticate', type: 'string' },
} as const;
export type HeaderName = keyof typeof HEADERS;

const EXAMPLES: Partial<Record<HeaderName, string | number>> = {
  RateLimitPolicy: '"burst";q=100;w=10, "month";q=25000;w=2592000',
  RateLimit: '"burst";r=99;t=1, "month";r=24999;t=864000',
  RetryAfter: 1,
  Allow: 'GET, HEAD, POST',
};

/** The headers as components of the document. */
export function headerComponents({ say }: Texts) {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([name, { header, type }]) => {
      const example = EXAMPLES[name as HeaderName];
      const description = say(`openapi.headers.${name}`, { header });
      return [name, { description, schema: { type }, ...(example === undefined ? {} : { example }) }];
    }),
  );
}

/** References to the components of headers, for a response that has them. */
export function headersOf(names: readonly HeaderName[]): ZodOpenApiHeadersObject {
  return Object.fromEntries(
    names.map((name) => [HEADERS[name].header, { $ref: `#/components/headers/${name}` }] as const),
  );
}
