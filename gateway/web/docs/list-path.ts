import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { LANGUAGES } from '../../../calculators/kit/index.ts';
import { controlsOf } from '../../calculation/describe/controls.ts';
import type { Texts } from '../../calculation/describe/texts.ts';
import type { AnswerFrame } from './answer-frame.ts';
import { problemsOf } from './problem-responses.ts';
import { headersOf } from './response-headers.ts';

/** Tag of the operations that are not calculators. */
export const SERVICE_TAG = 'service';

/** The schema of `GET <mount>`. */
export function listSchema(frame: AnswerFrame, { say }: Texts): z.ZodObject {
  const text = (key: string) => z.string().meta({ description: say(`openapi.list.${key}`) });
  const input = z.strictObject({
    name: text('input_name'),
    type: z.enum(['number', 'integer', 'boolean', 'string', 'array']),
    required: z.boolean(),
    description: text('input_description'),
    unit: text('input_unit').optional(),
    min: z
      .number()
      .optional()
      .meta({ description: say('openapi.list.input_min') }),
    max: z
      .number()
      .optional()
      .meta({ description: say('openapi.list.input_max') }),
    allowed: z
      .array(z.string())
      .optional()
      .meta({ description: say('openapi.list.input_allowed') }),
    default: z
      .union([z.string(), z.number()])
      .optional()
      .meta({ description: say('openapi.list.input_default') }),
  });
  // The deepest results of ours stand three levels deep; those of plugins may go on.
  const resultOf = (members: z.ZodType) =>
    z.strictObject({
      name: z.string(),
      type: z.enum(['number', 'boolean', 'string', 'object', 'array']),
      description: text('input_description').optional(),
      unit: text('input_unit').optional(),
      decimals: z
        .int()
        .optional()
        .meta({ description: say('page.decimals') }),
      allowed: z
        .array(z.string())
        .optional()
        .meta({ description: say('page.values') }),
      members: z.array(members).optional(),
    });
  const calculator = z.strictObject({
    name: text('name'),
    path: text('path'),
    title: text('title'),
    summary: text('summary'),
    family: text('family'),
    since: text('since'),
    aliases: z.array(z.string()).meta({ description: say('openapi.list.aliases') }),
    languages: z.array(z.enum(LANGUAGES)).meta({ description: say('openapi.list.languages') }),
    inputs: z.array(input),
    results: z
      .array(resultOf(resultOf(resultOf(z.looseObject({ name: z.string() })))))
      .optional()
      .meta({ description: say('page.results') }),
  });
  return z.strictObject({
    release: text('release'),
    calculators: z.array(calculator),
    language: frame.Language,
    _api_metadata_: frame.ApiMetadata,
  });
}

/** Documents `GET <mount>`: every calculator with its inputs, free of charge. */
export function listPath(operationId: string, list: z.ZodObject, { say }: Texts): ZodOpenApiPathItemObject {
  return {
    get: {
      operationId,
      summary: say('openapi.list.heading'),
      description: say('openapi.list.about'),
      tags: [SERVICE_TAG],
      parameters: controlsOf(['lang', 'units', 'detail']),
      responses: {
        200: {
          description: say('openapi.list.heading'),
          headers: headersOf(['RequestId', 'ContentLanguage', 'RateLimitPolicy', 'RateLimit']),
          content: { 'application/json': { schema: list } },
        },
        ...problemsOf('get'),
      },
    },
  };
}
