import type { ProblemTemplate } from '../sdk/index.ts';

/**
 * Errors in the classic form: 400, 401, 429 or 500 with a message in JSON. The older service did not document the
 * member's name; clients read `message` or `error`, so both are present.
 */
export const classicProblems: ProblemTemplate = {
  mediaType: 'application/json',
  body: { message: '{message}', error: '{message}' },
  // The older service answered every bad request with 400, and every failure of its own with 500.
  statuses: { 413: 400, 414: 400, 415: 400, 502: 500, 503: 500, 504: 500 },
  messages: {
    'invalid-credential': 'Invalid or missing key. Send X-Marketplace-Key and X-Marketplace-Host, or X-API-Key.',
    'calculator-not-included': 'This endpoint is disabled for your subscription.',
    'unsupported-media-type': 'Send the body as application/json or application/x-www-form-urlencoded.',
    'unknown-calculator': 'There is no endpoint at this address.',
  },
};
