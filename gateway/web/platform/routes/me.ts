import { z } from 'zod';
import { OWN_RECORDS } from '../../../accounts/role-access.ts';
import { requireRecentSignIn } from '../../../accounts/sessions/sessions.ts';
import { requestEmailChange } from '../../../accounts/users/email-change.ts';
import { changeUser } from '../../../accounts/users/user-change.ts';
import { rememberLanguage } from '../../../accounts/users/user-language.ts';
import { AccountError } from '../../../records/account-error.ts';
import type { Reader } from '../../../records/records.ts';
import { email, languageTag, password, plainName, role } from '../fields.ts';
import { type Caller, type PlatformRoute, route } from '../route.ts';
import { provePassword } from './prove-password.ts';

const me = z.strictObject({
  id: z.string(),
  client: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role,
});

/** The caller, who may also be an application. */
async function meOf(db: Reader, { userId, clientId }: Caller): Promise<z.output<typeof me>> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'client_id as client', 'name', 'email', 'role'])
    .where('id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (user === undefined) throw new AccountError('unknown-user', `There is no user "${userId}"`);
  return user;
}

const readMe = route({
  name: 'readMe',
  group: 'sign-in',
  method: 'GET',
  path: '/platform/v1/me',
  access: OWN_RECORDS,
  status: 200,
  answer: me,
  handle: async ({ records, caller }) => ({ body: await meOf(records.db, caller) }),
});

const changeMe = route({
  name: 'changeMe',
  group: 'sign-in',
  method: 'PATCH',
  path: '/platform/v1/me',
  access: OWN_RECORDS,
  sessionOnly: true,
  body: z
    .strictObject({ name: plainName.exactOptional(), language: languageTag.exactOptional() })
    .meta({ example: { name: 'Dora Maar', language: 'fr' } }),
  status: 200,
  answer: me,
  async handle({ records, actor, caller, body: { language, ...change } }) {
    await changeUser(records, actor, caller, change);
    if (language !== undefined) await rememberLanguage(records.db, caller.userId, language);
    return { body: await meOf(records.db, caller) };
  },
});

const changeEmail = route({
  name: 'changeEmail',
  group: 'sign-in',
  method: 'POST',
  path: '/platform/v1/me/email',
  access: OWN_RECORDS,
  sessionOnly: true,
  body: z
    .strictObject({ email, current_password: password })
    .meta({ example: { email: 'dora@example.com', current_password: 'kitchen-table-42-violet' } }),
  status: 202,
  answer: null,
  problems: ['recent-sign-in-required', 'too-many-attempts'],
  async handle(visit) {
    const { records, actor, caller, at, body, strangers, throttle, language } = visit;
    await requireRecentSignIn(records.db, caller.sessionId, at);
    const proof = await provePassword(visit, body.current_password);
    await throttle.mail(body.email);
    const { clientId } = caller;
    const request = { clientId, email: body.email, language, proof };
    await requestEmailChange(records, actor, strangers.mailerFor(clientId), request);
    return { body: null };
  },
});

export const meRoutes: readonly PlatformRoute[] = [readMe, changeMe, changeEmail];
