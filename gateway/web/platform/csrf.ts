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
 * Whether a page of another origin has made a browser send this. A browser's `Origin` must be that of `BASE_URL`, whatever
 * `Sec-Fetch-Site` says: to a name that was pointed at this gateway (DNS rebinding) the gateway is of the same origin.
 * Programs send neither header.
 */
export function isCrossOrigin(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin !== new URL(baseUrl).origin && !isOwnLoopback(origin, host);
}

/** Names that DNS cannot point at another machine, so the address in the browser may differ from `BASE_URL` in them. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** Whether a page came from this gateway at this machine: directly, or through a tunnel or a port that was mapped. */
function isOwnLoopback(origin: string, host: string | undefined): boolean {
  return LOOPBACK.test(origin) && origin === `http://${host}`;
}
