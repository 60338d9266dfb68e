import type { GatewayRequest } from '../../request/call/gateway-request.ts';
import { takeKeyHash } from '../../request/call/take-key.ts';
import { cookieValues, SESSION_COOKIE } from './cookies.ts';

/** The credential of a call. */
export type Credential =
  | { readonly kind: 'key'; readonly keyHash: string }
  | { readonly kind: 'session'; readonly token: string };

const SESSION_TOKEN = /^[0-9A-Za-z]{43}$/;

/**
 * Takes exactly one well-formed credential: `X-API-Key`, `?apikey=` or the session cookie.
 *
 * @returns `null` for a missing, repeated or malformed credential, so that a caller cannot learn which it was
 */
export function oneCredential(req: GatewayRequest): Credential | null {
  const keyHash = takeKeyHash(req.call);
  const cookies = cookieValues(req.headers.cookie, SESSION_COOKIE);
  if (keyHash !== undefined) return keyHash === null || cookies.length > 0 ? null : { kind: 'key', keyHash };
  const [token = ''] = cookies;
  return cookies.length === 1 && SESSION_TOKEN.test(token) ? { kind: 'session', token } : null;
}
