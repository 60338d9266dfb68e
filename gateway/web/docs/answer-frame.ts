import { z } from 'zod';
import { LANGUAGES } from '../../../calculators/kit/index.ts';
import type { Texts } from '../../calculation/describe/texts.ts';

/** Schemas that all answers share. Each document has its own, because their descriptions are in its language. */
export type AnswerFrame = ReturnType<typeof answerFrame>;

export function answerFrame({ say }: Texts) {
  const text = (key: string) => z.string().meta({ description: say(`openapi.details.${key}`) });
  return {
    Language: z.enum(LANGUAGES).meta({ description: say('openapi.answer.language') }),
    Notice: z.string().meta({ description: say('openapi.answer.notice') }),
    Warnings: z
      .array(
        z.strictObject({
          code: z.string().meta({ description: say('openapi.answer.warning_code') }),
          message: z.string().meta({ description: say('openapi.answer.warning_message') }),
        }),
      )
      .meta({ description: say('openapi.answer.warnings') }),
    Method: z.string().meta({ description: say('openapi.answer.method') }),
    MethodLabel: text('name'),
    LeftOut: z
      .array(
        z.strictObject({
          method: text('key'),
          method_label: text('name'),
          reason: z.string().meta({ description: say('openapi.answer.left_out_reason') }),
        }),
      )
      .meta({ description: say('openapi.answer.left_out') }),
    ApiMetadata: z.strictObject({
      endpoint_name: z.string().meta({ description: say('openapi.answer.endpoint_name') }),
      authenticated: z.boolean().meta({ description: say('openapi.answer.authenticated') }),
    }),
    Details: z
      .strictObject({
        equation: z
          .strictObject({
            id: text('id'),
            date: text('date').optional(),
            key: text('key'),
            name: text('name'),
            formula: text('formula').optional(),
          })
          .meta({ description: say('openapi.details.equation') }),
        sources: z
          .array(z.strictObject({ citation: text('citation'), doi: text('doi').optional() }))
          .meta({ description: say('openapi.details.sources') }),
        classes: z
          .record(
            z.string(),
            z.array(
              z.strictObject({
                key: text('class_key'),
                label: text('class_label'),
                from: z
                  .number()
                  .nullable()
                  .meta({ description: say('openapi.details.from') }),
                to: z
                  .number()
                  .nullable()
                  .meta({ description: say('openapi.details.to') }),
                from_excluded: z
                  .literal(true)
                  .optional()
                  .meta({ description: say('openapi.details.from_excluded') }),
              }),
            ),
          )
          .optional()
          .meta({ description: say('openapi.details.classes') }),
        warnings: z.array(z.string()).meta({ description: say('openapi.details.warnings') }),
        notes: z.array(z.string()).meta({ description: say('openapi.details.notes') }),
      })
      .meta({ description: say('openapi.answer.details') }),
  };
}
