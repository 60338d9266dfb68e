import { openCatalogue } from '../../../calculators/kit/index.ts';
import { INPUT_PROBLEMS, sdkMessages } from '../../../plugins/sdk/index.ts';

/** Problems that the gateway itself makes, by code. Texts stand in `messages/`, a page for each in docs/errors. */
export const GATEWAY_PROBLEMS = {
  'invalid-credential': 401,
  'sign-in-refused': 401,
  'malformed-host': 400,
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
  'link-not-valid': 410,
  'uri-too-long': 414,
  'websocket-not-supported': 426,
  'quota-exceeded': 429,
  'too-many-failures': 429,
  'too-many-attempts': 429,
  'too-many-exports': 429,
  'internal-error': 500,
  'service-failed': 502,
  'payment-provider-failed': 502,
  'service-unavailable': 503,
  'temporarily-unavailable': 503,
  'temporary-reduced-capacity': 503,
  'service-timeout': 504,
} as const;

/** The one catalogue: what services answer about input, and what the gateway answers itself. */
export const PROBLEMS = { ...INPUT_PROBLEMS, ...GATEWAY_PROBLEMS } as const;
export type ProblemCode = keyof typeof PROBLEMS;

/** Texts of the gateway; what it does not hold is looked for in the SDK's. */
export const gatewayMessages = openCatalogue(new URL('./messages/', import.meta.url), sdkMessages);
