import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The token that a page sends in `X-CSRF-Token` with calls that change something. It is made of the session's own token,
 * which no script can read, so it is bound to the session and stored nowhere; it does not lead back to it.
 */
export function csrfToken(sessionToken: string): string {
  return hash('sha256', `csrf:${sessionToken}`, 'base64url');
}

/** Whether a call carries the token of its session. */
export function hasCsrfToken(given: string | string[] | undefined, sessionToken: string): boolean {
  if (typeof given !== 'string') return false;
  const expected = Buffer.from(csrfToken(sessionToken));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/**
 * Whether a browser says that a page of another origin has sent this. Programs that are no browsers send neither header.
 * `Sec-Fetch-Site` cannot be set by scripts (Fetch Metadata, W3C) and holds whatever name we are called by; `Origin` is
 * for browsers without it.
 */
export function isCrossOrigin(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  return origin !== undefined && origin !== new URL(baseUrl).origin;
}
