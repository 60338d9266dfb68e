import { z } from 'zod';
import { ADMIN_ONLY } from '../../../accounts/role-access.ts';
import { ownerOfLink } from '../../../accounts/sessions/set-password.ts';
import { acceptInvitation } from '../../../accounts/users/user-accept.ts';
import { inviteAgain, inviteUser } from '../../../accounts/users/user-create.ts';
import { readUser } from '../../../accounts/users/user-list.ts';
import { email, id, languageTag, password, plainName, role, token } from '../fields.ts';
import { requireGoodPassword } from '../good-password.ts';
import { publicRoute, route } from '../route.ts';
import { invitationLinkAnswer, invitationLinkBody, issuedAnswer, issuedKey, userAnswer, userBody } from './answers.ts';
import { refuseLink } from './refuse-link.ts';
import { browserOf, sessionHeaders } from './session-cookie.ts';

const invite = route({
  name: 'inviteUser',
  group: 'users',
  method: 'POST',
  path: '/platform/v1/invitations',
  access: ADMIN_ONLY,
  sessionOnly: true,
  signup: 'invite',
  body: z
    .strictObject({ name: plainName, role, email, language: languageTag.exactOptional() })
    .meta({ example: { name: 'Fynn', role: 'finance', email: 'fynn@example.com', language: 'de' } }),
  status: 201,
  answer: userAnswer.extend({ link: invitationLinkAnswer }),
  problems: ['conflict', 'too-many-attempts'],
  async handle(call) {
    const { records, actor, caller, strangers, throttle, body, outbox } = call;
    const { clientId } = caller;
    await throttle.mail(body.email);
    const input = { clientId, language: call.language, ...body, showLink: outbox };
    const { userId, link } = await inviteUser(records, actor, strangers.mailerFor(clientId), input);
    const user = userBody(await readUser(records.db, clientId, userId));
    return { body: { ...user, link: invitationLinkBody(call, link, body.language) } };
  },
});

const again = route({
  name: 'inviteAgain',
  group: 'users',
  method: 'POST',
  path: '/platform/v1/users/{user}/invitation',
  access: ADMIN_ONLY,
  sessionOnly: true,
  signup: 'invite',
  params: z.strictObject({ user: id('us') }),
  status: 202,
  answer: userAnswer.extend({ link: invitationLinkAnswer }),
  problems: ['conflict', 'too-many-attempts'],
  async handle(call) {
    const { records, actor, caller, strangers, throttle, language, params, outbox } = call;
    const { clientId } = caller;
    const { email: invited } = await readUser(records.db, clientId, params.user);
    if (invited !== null) await throttle.mail(invited);
    const input = { clientId, userId: params.user, language, showLink: outbox };
    const sent = await inviteAgain(records, actor, strangers.mailerFor(clientId), input);
    const user = userBody(await readUser(records.db, clientId, params.user));
    return { body: { ...user, link: invitationLinkBody(call, sent.link, sent.language) } };
  },
});

const accept = publicRoute({
  name: 'acceptInvitation',
  group: 'users',
  method: 'POST',
  path: '/platform/v1/invitations/accept',
  signup: 'invite',
  body: z
    .strictObject({ token, password })
    .meta({ example: { token: '4Zq2fH8sXw0LmB7cVnR1yTkD6gJpA3eUoQ9iC5hSxWz', password: 'seventeen geese over Oslo' } }),
  status: 200,
  answer: z.object({ user: userAnswer, key: issuedAnswer.nullable() }),
  problems: ['link-not-valid', 'password-not-usable', 'conflict', 'too-many-attempts'],
  async handle(visit) {
    const { records, throttle, at, address, language, body } = visit;
    const owner = await ownerOfLink(records.db, body.token, at);
    if (owner?.purpose !== 'invitation') return refuseLink(throttle, address);
    await throttle.link(body.token);
    requireGoodPassword(body.password, owner);
    const accepted = await acceptInvitation(records, { ...body, at, address, language, browser: browserOf(visit) });
    if (accepted.outcome === 'not-valid') return refuseLink(throttle, address);
    const { clientId, userId, key, session } = accepted;
    const user = userBody(await readUser(records.db, clientId, userId));
    return { body: { user, key: key && issuedKey(key) }, headers: sessionHeaders(session) };
  },
});

/** Invitations, from the admin's mail to the user's password and key. */
export const invitationRoutes = [invite, again, accept];
