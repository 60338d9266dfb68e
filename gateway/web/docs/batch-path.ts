import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { controlsOf } from '../../calculation/describe/controls.ts';
import type { Texts } from '../../calculation/describe/texts.ts';
import type { AnswerFrame } from './answer-frame.ts';
import { IDEMPOTENCY_KEY } from './idempotency-parameter.ts';
import { SERVICE_TAG } from './list-path.ts';
import { problemsOf } from './problem-responses.ts';
import { headersOf } from './response-headers.ts';

const EXAMPLE = {
  requests: [
    { calculator: 'bmi', input: { weight: 65, height: 168 } },
    {
      calculator: 'tdee',
      input: { weight: 82, height: 178, age: 34, gender: 'male', activity_level: 'sedentary' },
      lang: 'de',
    },
  ],
};

/** Documents `POST /api/v1/batch`: several calculations in one call. */
export function batchPath(frame: AnswerFrame, problem: z.ZodObject, { say }: Texts): ZodOpenApiPathItemObject {
  const about = (key: string) => ({ description: say(`openapi.batch.${key}`) });
  const members = z.record(z.string(), z.unknown());
  const request = z.strictObject({
    requests: z
      .array(
        z.strictObject({
          calculator: z.string().meta(about('calculator')),
          input: members.meta(about('input')),
          lang: z.string().optional().meta(about('control')),
          units: z.enum(['metric', 'imperial']).optional().meta(about('control')),
          detail: z.enum(['standard', 'full']).optional().meta(about('control')),
        }),
      )
      .min(1)
      .max(100)
      .meta(about('requests')),
  });
  const answer = z.strictObject({
    results: z
      .array(
        z.strictObject({
          status: z.number().meta({ ...about('status'), override: { type: 'integer' } }),
          retry_after: z
            .number()
            .optional()
            .meta({ ...about('retry_after'), override: { type: 'integer' } }),
          result: members.optional().meta(about('result')),
          problem: problem.optional().meta(about('problem')),
        }),
      )
      .meta(about('results')),
    language: frame.Language,
    _api_metadata_: frame.ApiMetadata,
  });
  return {
    post: {
      operationId: 'postBatch',
      summary: say('openapi.batch.heading'),
      description: say('openapi.batch.about'),
      tags: [SERVICE_TAG],
      parameters: [...controlsOf(['lang', 'units', 'detail']), IDEMPOTENCY_KEY],
      requestBody: { required: true, content: { 'application/json': { schema: request, example: EXAMPLE } } },
      responses: {
        200: {
          description: say('openapi.batch.results'),
          headers: headersOf(['RequestId', 'ContentLanguage', 'RateLimitPolicy', 'RateLimit']),
          content: { 'application/json': { schema: answer } },
        },
        ...problemsOf('post'),
      },
    },
  };
}
