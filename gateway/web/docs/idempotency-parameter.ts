import type { ZodOpenApiParameterObject } from 'zod-openapi';
import type { Texts } from '../../calculation/describe/texts.ts';
import { LONGEST_KEY } from '../../request/idempotency/idempotency-key.ts';

/** Reference to the header `Idempotency-Key`, for the operations that read it. */
export const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' };

/** The header `Idempotency-Key` as an OpenAPI component. */
export function idempotencyParameter({ say }: Texts): ZodOpenApiParameterObject {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: say('openapi.idempotency_key', { max: LONGEST_KEY }),
    // The value with its quotes.
    schema: { type: 'string', maxLength: 2 * LONGEST_KEY + 2 },
    example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
  };
}
