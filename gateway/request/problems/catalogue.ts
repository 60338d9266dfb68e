import { openCatalogue } from '../../../calculators/kit/index.ts';
import { INPUT_PROBLEMS, sdkMessages } from '../../../plugins/sdk/index.ts';

/**
 * Problems of the gateway, with their status by code. Texts are in `messages/`, and each code has a page in
 * docs/errors.
 */
export const GATEWAY_PROBLEMS = {
  'invalid-credential': 401,
  'sign-in-refused': 401,
  'malformed-host': 400,
  'idempotency-key-not-valid': 400,
  'password-not-usable': 400,
  'https-required': 403,
  'key-not-allowed-here': 403,
  'role-not-allowed': 403,
  'session-required': 403,
  'recent-sign-in-required': 403,
  'csrf-refused': 403,
  'signature-not-valid': 403,
  'sign-up-closed': 403,
  'channel-not-allowed': 403,
  'calculator-not-included': 403,
  'origin-not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  'idempotency-key-in-use': 409,
  'link-not-valid': 410,
  'uri-too-long': 414,
  'idempotency-key-reused': 422,
  'websocket-not-supported': 426,
  'quota-exceeded': 429,
  'too-many-failures': 429,
  'too-many-attempts': 429,
  'too-many-exports': 429,
  'too-many-idempotency-keys': 429,
  'internal-error': 500,
  'service-failed': 502,
  'payment-provider-failed': 502,
  'service-unavailable': 503,
  'temporarily-unavailable': 503,
  'temporary-reduced-capacity': 503,
  'service-timeout': 504,
} as const;

/** All problems: those of input, which services answer too, and those of the gateway. */
export const PROBLEMS = { ...INPUT_PROBLEMS, ...GATEWAY_PROBLEMS } as const;
export type ProblemCode = keyof typeof PROBLEMS;

/** Texts of the gateway. A key that is missing here comes from the texts of the SDK. */
export const gatewayMessages = openCatalogue(new URL('./messages/', import.meta.url), sdkMessages);
