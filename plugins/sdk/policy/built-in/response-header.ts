import { z } from 'zod';
import { definePolicy } from '../define-policy.ts';

/** Adds a header to every answer, refusals included. */
export const responseHeader = definePolicy({
  name: 'response-header',
  stage: 'before-auth',
  config: z.strictObject({ name: z.string().min(1), value: z.string() }),
  handle(request, { name, value }) {
    request.addHeader(name, value);
    return undefined;
  },
});
