import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import type { Texts } from '../../calculation/describe/texts.ts';
import { SERVICE_TAG } from './list-path.ts';

/** Documents `/healthz` and `/readyz`, which need no key and also answer over plain HTTP. */
export function healthPaths({ say }: Texts): ZodOpenApiPathsObject {
  const alive = z.strictObject({ status: z.literal('ok') });
  const readiness = z.strictObject({
    status: z.enum(['ok', 'degraded', 'down', 'draining']).meta({ description: say('openapi.health.status') }),
    parts: z.record(z.string(), z.enum(['ok', 'degraded', 'down'])).meta({ description: say('openapi.health.parts') }),
    reasons: z.record(z.string(), z.string()).meta({ description: say('openapi.health.reasons') }),
  });
  const answer = (description: string, schema: z.ZodType) => ({
    description,
    content: { 'application/json': { schema } },
  });
  const open: Pick<ZodOpenApiOperationObject, 'tags' | 'security'> = { tags: [SERVICE_TAG], security: [] };
  const tooLong = { $ref: '#/components/responses/UriTooLong' };
  return {
    '/healthz': {
      get: {
        ...open,
        operationId: 'getHealth',
        summary: say('openapi.health.alive'),
        responses: { 200: answer(say('openapi.health.alive'), alive), 414: tooLong },
      },
    },
    '/readyz': {
      get: {
        ...open,
        operationId: 'getReadiness',
        summary: say('openapi.health.readiness'),
        responses: {
          200: answer(say('openapi.health.ready'), readiness),
          414: tooLong,
          503: answer(say('openapi.health.not_ready'), readiness),
        },
      },
    },
  };
}
