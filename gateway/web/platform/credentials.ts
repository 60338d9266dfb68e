import type { Request } from 'express';
import { hashKey, parseKey } from '../../accounts/keys/key-format.ts';
import { cookieValues, SESSION_COOKIE } from './cookies.ts';

/** The one credential of a call. */
export type Credential =
  | { readonly kind: 'key'; readonly keyHash: string }
  | { readonly kind: 'session'; readonly token: string };

const SESSION_TOKEN = /^[0-9A-Za-z]{43}$/;

/**
 * Exactly one credential, well formed: `X-API-Key`, `?apikey=` or the session's cookie. `null` for none, several and
 * malformed alike, so that nobody learns which it was.
 */
export function oneCredential(req: Request): Credential | null {
  const { headers, queryKeys } = req.call;
  const { apiKey, apiKeyRepeated } = headers;
  headers.apiKey = undefined;
  const keys = apiKey === undefined ? queryKeys : [apiKey, ...queryKeys];
  const cookies = cookieValues(req.headers.cookie, SESSION_COOKIE);
  if (keys.length + cookies.length !== 1 || apiKeyRepeated) return null;
  const [key] = keys;
  if (key !== undefined) return parseKey(key) === null ? null : { kind: 'key', keyHash: hashKey(key) };
  const [token = ''] = cookies;
  return SESSION_TOKEN.test(token) ? { kind: 'session', token } : null;
}
