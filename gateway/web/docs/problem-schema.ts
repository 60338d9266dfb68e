import { z } from 'zod';
import { IMPLAUSIBLE_CODES, MISTAKE_CODES } from '../../../plugins/sdk/index.ts';
import type { Texts } from '../../calculation/describe/texts.ts';
import type { AnswerFrame } from './answer-frame.ts';

/** The schema of all problems (RFC 9457), including the members that only some problems have. */
export function problemSchema(frame: AnswerFrame, { say }: Texts): z.ZodObject {
  const text = (key: string) => z.string().meta({ description: say(`openapi.problem.${key}`) });
  return z
    .strictObject({
      type: z.url().meta({ description: say('openapi.problem.type') }),
      title: text('title'),
      status: z.number().meta({ description: say('openapi.problem.status'), override: { type: 'integer' } }),
      detail: text('detail'),
      code: text('code'),
      request_id: text('request_id'),
      language: frame.Language,
      errors: z
        .array(
          z.strictObject({
            field: text('errors_field'),
            code: z
              .enum([...MISTAKE_CODES, ...IMPLAUSIBLE_CODES])
              .meta({ description: say('openapi.problem.errors_code') }),
            message: text('errors_message'),
          }),
        )
        .optional()
        .meta({ description: say('openapi.problem.errors') }),
      more_errors: z
        .literal(true)
        .optional()
        .meta({ description: say('openapi.problem.more_errors') }),
      nearest: z
        .array(z.string())
        .optional()
        .meta({ description: say('openapi.problem.nearest') }),
      calculator: text('calculator').optional(),
      reason: text('reason').optional(),
      'violated-policies': z
        .array(z.string())
        .optional()
        .meta({ description: say('openapi.problem.violated_policies') }),
    })
    .meta({ description: say('openapi.problem.about') });
}
