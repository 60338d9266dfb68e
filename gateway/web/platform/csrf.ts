import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The token that a page sends in `X-CSRF-Token` with calls that change something. It is a hash of the session token,
 * which no script can read. It is therefore bound to the session, needs no storage, and does not reveal the session
 * token.
 */
export function csrfToken(sessionToken: string): string {
  return hash('sha256', `csrf:${sessionToken}`, 'base64url');
}

/** Whether a call has the CSRF token of its session. */
export function hasCsrfToken(given: string | string[] | undefined, sessionToken: string): boolean {
  if (typeof given !== 'string') return false;
  const expected = Buffer.from(csrfToken(sessionToken));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/**
 * Whether a page of another origin made a browser send the request. The `Origin` of a browser must be that of
 * `BASE_URL`, whatever `Sec-Fetch-Site` says: a page whose host name resolves to this gateway (DNS rebinding) counts as
 * same-origin. Programs send neither header.
 */
export function isCrossOrigin(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin !== new URL(baseUrl).origin && !isOwnLoopback(origin, host);
}

/** Hosts that DNS cannot point at another machine, so the browser may use them instead of the host of `BASE_URL`. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * Whether a page came from this gateway on the user's own machine: directly, through a tunnel or through a mapped port.
 */
function isOwnLoopback(origin: string, host: string | undefined): boolean {
  return LOOPBACK.test(origin) && origin === `http://${host}`;
}
