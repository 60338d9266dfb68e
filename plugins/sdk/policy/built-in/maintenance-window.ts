import { z } from 'zod';
import { definePolicy } from '../define-policy.ts';
import { REFUSAL_TEXTS } from './refusal-texts.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** Answers 503 in the window; `Retry-After` says when it ends. */
export const maintenanceWindow = definePolicy({
  name: 'maintenance-window',
  stage: 'before-auth',
  config: z
    .strictObject({ from: instant, until: instant })
    .refine(({ from, until }) => from < until, 'until must be after from'),
  handle(_request, { from, until }) {
    const now = Date.now();
    if (now < from || now >= until) return undefined;
    const retryAfter = Math.ceil((until - now) / 1_000);
    return { status: 503, code: 'maintenance', ...REFUSAL_TEXTS.maintenance, retryAfter };
  },
});
