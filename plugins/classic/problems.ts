import type { ProblemTemplate } from '../sdk/index.ts';

/**
 * Errors in the classic manner: 400, 401, 429 or 500 with a message in JSON. The older service did not say under which
 * name; clients read `message` or `error`, so both are there.
 */
export const classicProblems: ProblemTemplate = {
  mediaType: 'application/json',
  body: { message: '{message}', error: '{message}' },
  // The older service knew no other status for a bad request than 400, and none for its own failures than 500.
  statuses: { 413: 400, 414: 400, 415: 400, 502: 500, 503: 500, 504: 500 },
  messages: {
    'invalid-credential': 'Invalid or missing key. Send X-Marketplace-Key and X-Marketplace-Host, or X-API-Key.',
    'calculator-not-included': 'This endpoint is disabled for your subscription.',
    'unsupported-media-type': 'Send the body as application/json or application/x-www-form-urlencoded.',
    'unknown-calculator': 'There is no endpoint at this address.',
  },
};
