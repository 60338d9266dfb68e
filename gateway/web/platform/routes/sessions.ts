import { z } from 'zod';
import { OWN_RECORDS } from '../../../accounts/role-access.ts';
import {
  endSession,
  listSessions,
  readSession as sessionOf,
  signOutEverywhere,
} from '../../../accounts/sessions/sessions.ts';
import { changePassword, DEVICE_LIFE_MS, knownDevice, signIn } from '../../../accounts/sessions/sign-in.ts';
import { rememberLanguage } from '../../../accounts/users/user-language.ts';
import { isoTime } from '../../../values/instant.ts';
import { DEVICE_COOKIE, dropCookie, SESSION_COOKIE, setCookie } from '../cookies.ts';
import { csrfToken } from '../csrf.ts';
import { email, id, password, role } from '../fields.ts';
import { requireGoodPassword } from '../good-password.ts';
import { PlatformProblem } from '../platform-problem.ts';
import { type PlatformRoute, publicRoute, route } from '../route.ts';
import { provePassword } from './prove-password.ts';
import { sessionCookieOf, tokenIn } from './session-cookie.ts';

const session = z.strictObject({
  id: id('se'),
  user: z.string(),
  client: z.string(),
  role,
  expires_at: z.string(),
  csrf_token: z.string(),
});

const beginSession = publicRoute({
  name: 'signIn',
  group: 'sign-in',
  method: 'POST',
  path: '/platform/v1/session',
  body: z
    .strictObject({ email, password })
    .meta({ example: { email: 'dora@example.com', password: 'kitchen-table-42-violet' } }),
  status: 201,
  answer: session,
  problems: ['sign-in-refused', 'too-many-attempts'],
  async handle({ records, throttle, body, at, address, language, userAgent, sessionCookie, deviceCookie }) {
    const deviceToken = tokenIn(deviceCookie);
    const device = await knownDevice(records, body.email, deviceToken, at);
    const attempt = { email: body.email, address, device };
    await throttle.signIn(attempt);
    const visit = { at, address, userAgent, sessionToken: tokenIn(sessionCookie), deviceToken };
    const signedIn = await signIn(records, { ...body, ...visit });
    if (signedIn === null) throw new PlatformProblem('sign-in-refused');
    await throttle.signedIn(attempt);
    const { user, session: begun } = signedIn;
    await rememberLanguage(records.db, user.id, language);
    return {
      body: {
        id: begun.id,
        user: user.id,
        client: user.clientId,
        role: user.role,
        expires_at: isoTime(begun.expiresAt),
        csrf_token: csrfToken(begun.token),
      },
      headers: [
        ...sessionCookieOf(begun.token),
        ...setCookie(DEVICE_COOKIE, signedIn.deviceToken, DEVICE_LIFE_MS / 1_000),
      ],
    };
  },
});

const readSession = route({
  name: 'readSession',
  group: 'sign-in',
  method: 'GET',
  path: '/platform/v1/session',
  access: OWN_RECORDS,
  sessionOnly: true,
  status: 200,
  answer: session,
  async handle({ records, caller, at, sessionCookie }) {
    const { clientId, userId, sessionId } = caller;
    const own = sessionId === null ? null : await sessionOf(records.db, userId, sessionId, at);
    if (own === null || sessionCookie === null) throw new PlatformProblem('not-found');
    const expires_at = isoTime(own.expiresAt);
    const csrf_token = csrfToken(sessionCookie);
    return { body: { id: own.id, user: userId, client: clientId, role: caller.role, expires_at, csrf_token } };
  },
});

const signOut = route({
  name: 'signOut',
  group: 'sign-in',
  method: 'DELETE',
  path: '/platform/v1/session',
  access: OWN_RECORDS,
  sessionOnly: true,
  status: 204,
  answer: null,
  async handle({ records, actor, caller }) {
    if (caller.sessionId !== null) await endSession(records, actor, caller, caller.sessionId);
    return { body: null, headers: dropCookie(SESSION_COOKIE) };
  },
});

const listed = z.strictObject({
  id: id('se'),
  current: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string(),
  expires_at: z.string(),
  address: z.string().nullable(),
  user_agent: z.string(),
});

/** The list has no pages, because a user has at most `MOST_SESSIONS` sessions. */
const listOwnSessions = route({
  name: 'listSessions',
  group: 'sign-in',
  method: 'GET',
  path: '/platform/v1/sessions',
  access: OWN_RECORDS,
  sessionOnly: true,
  status: 200,
  answer: z.strictObject({ sessions: z.array(listed) }),
  async handle({ records, caller, at }) {
    const sessions = await listSessions(records.db, caller.userId, at);
    return {
      body: {
        sessions: sessions.map((one) => ({
          id: one.id,
          current: one.id === caller.sessionId,
          created_at: isoTime(one.createdAt),
          last_used_at: isoTime(one.lastUsedAt),
          expires_at: isoTime(one.expiresAt),
          address: one.address,
          user_agent: one.userAgent,
        })),
      },
    };
  },
});

const endAllSessions = route({
  name: 'signOutEverywhere',
  group: 'sign-in',
  method: 'DELETE',
  path: '/platform/v1/sessions',
  access: OWN_RECORDS,
  sessionOnly: true,
  status: 204,
  answer: null,
  async handle({ records, actor, caller }) {
    await signOutEverywhere(records, actor, caller);
    return { body: null, headers: dropCookie(SESSION_COOKIE) };
  },
});

const endOneSession = route({
  name: 'endSession',
  group: 'sign-in',
  method: 'DELETE',
  path: '/platform/v1/sessions/{session}',
  access: OWN_RECORDS,
  sessionOnly: true,
  params: z.strictObject({ session: id('se') }),
  status: 204,
  answer: null,
  async handle({ records, actor, caller, params }) {
    await endSession(records, actor, caller, params.session);
    return { body: null };
  },
});

const changeOwnPassword = route({
  name: 'changePassword',
  group: 'sign-in',
  method: 'PUT',
  path: '/platform/v1/me/password',
  access: OWN_RECORDS,
  sessionOnly: true,
  body: z
    .strictObject({ current_password: password, password })
    .meta({ example: { current_password: 'kitchen-table-42-violet', password: 'seventeen geese over Oslo' } }),
  status: 200,
  answer: session,
  problems: ['password-not-usable', 'too-many-attempts'],
  async handle(visit) {
    const { records, actor, caller, body, userAgent, enqueueMail, language } = visit;
    const { clientId, userId } = caller;
    const user = await records.db
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    requireGoodPassword(body.password, user);
    const proof = await provePassword(visit, body.current_password);
    const begun = await changePassword(records, actor, { clientId, proof, password: body.password, userAgent });
    const { email: to } = user;
    if (to !== null) await records.write((trx) => enqueueMail(trx, { kind: 'password-changed', to, language }));
    const expires_at = isoTime(begun.expiresAt);
    const csrf_token = csrfToken(begun.token);
    return {
      body: { id: begun.id, user: userId, client: clientId, role: caller.role, expires_at, csrf_token },
      headers: sessionCookieOf(begun.token),
    };
  },
});

export const sessionRoutes: readonly PlatformRoute[] = [
  beginSession,
  readSession,
  signOut,
  listOwnSessions,
  endAllSessions,
  endOneSession,
  changeOwnPassword,
];
