import { z } from 'zod';
import { ADMIN_ONLY } from '../../../accounts/role-access.ts';
import { ownerOfLink } from '../../../accounts/sessions/set-password.ts';
import { acceptInvitation } from '../../../accounts/users/user-accept.ts';
import { inviteAgain, inviteUser } from '../../../accounts/users/user-create.ts';
import { readUser } from '../../../accounts/users/user-list.ts';
import { email, id, password, plainName, role, token } from '../fields.ts';
import { requireGoodPassword } from '../good-password.ts';
import { publicRoute, route } from '../route.ts';
import { issuedAnswer, issuedKey, userAnswer, userBody } from './answers.ts';
import { refuseLink } from './refuse-link.ts';

const invite = route({
  name: 'inviteUser',
  group: 'users',
  method: 'POST',
  path: '/platform/v1/invitations',
  access: ADMIN_ONLY,
  sessionOnly: true,
  signup: 'invite',
  body: z
    .strictObject({ name: plainName, role, email })
    .meta({ example: { name: 'Fynn', role: 'finance', email: 'fynn@example.com' } }),
  status: 201,
  answer: userAnswer,
  problems: ['conflict', 'too-many-attempts'],
  async handle({ records, actor, caller: { clientId }, strangers, throttle, language, body }) {
    await throttle.mail(body.email);
    const { userId } = await inviteUser(records, actor, strangers.mailerFor(clientId), { clientId, language, ...body });
    return { body: userBody(await readUser(records.db, clientId, userId)) };
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
  answer: userAnswer,
  problems: ['conflict', 'too-many-attempts'],
  async handle({ records, actor, caller: { clientId }, strangers, throttle, language, params: { user: userId } }) {
    const { email: invited } = await readUser(records.db, clientId, userId);
    if (invited !== null) await throttle.mail(invited);
    await inviteAgain(records, actor, strangers.mailerFor(clientId), { clientId, userId, language });
    return { body: userBody(await readUser(records.db, clientId, userId)) };
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
  async handle({ records, throttle, at, address, body }) {
    const owner = await ownerOfLink(records.db, body.token, at);
    if (owner?.purpose !== 'invitation') return refuseLink(throttle, address);
    await throttle.link(body.token);
    requireGoodPassword(body.password, owner);
    const accepted = await acceptInvitation(records, { ...body, at, address });
    if (accepted.outcome === 'not-valid') return refuseLink(throttle, address);
    const { clientId, userId, key } = accepted;
    return { body: { user: userBody(await readUser(records.db, clientId, userId)), key: key && issuedKey(key) } };
  },
});

/** Invitations, from the admin's mail to the user's password and key. */
export const invitationRoutes = [invite, again, accept];
