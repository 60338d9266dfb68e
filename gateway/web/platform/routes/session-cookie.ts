import { type BegunSession, SESSION_LIFE_MS, type SessionBrowser } from '../../../accounts/sessions/sessions.ts';
import { SESSION_COOKIE, setCookie } from '../cookies.ts';
import type { PlatformRequest } from '../route.ts';

const TOKEN = /^[0-9A-Za-z]{43}$/;

/** The token in a cookie; `null` if it cannot be one of ours. */
export function tokenIn(cookie: string | null): string | null {
  return cookie !== null && TOKEN.test(cookie) ? cookie : null;
}

/** The header that gives a browser the cookie of a session. */
export function sessionCookieOf(token: string): readonly [string, string] {
  return setCookie(SESSION_COOKIE, token, SESSION_LIFE_MS / 1_000);
}

/** The browser of a request, for a session that begins in it. */
export function browserOf({ userAgent, sessionCookie }: PlatformRequest): SessionBrowser {
  return { userAgent, sessionToken: tokenIn(sessionCookie) };
}

/** The headers of an answer that begins a session; none without a session. */
export function sessionHeaders(session: BegunSession | null): readonly string[] {
  return session === null ? [] : sessionCookieOf(session.token);
}
