import { z } from 'zod';
import { definePolicy } from '../define-policy.ts';
import { REFUSAL_TEXTS } from './refusal-texts.ts';

/** Refuses requests from other countries. A proxy in front of the gateway must set the header and remove the caller's. */
export const countryAllowList = definePolicy({
  name: 'country-allow-list',
  stage: 'before-auth',
  headers: ({ header }) => [header],
  config: z.strictObject({ header: z.string().min(1), countries: z.array(z.string().length(2)).min(1) }),
  handle: (request, { header, countries }) =>
    countries.includes(request.header(header) ?? '')
      ? undefined
      : { status: 403, code: 'country-not-allowed', ...REFUSAL_TEXTS.country },
});
