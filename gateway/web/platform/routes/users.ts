import { z } from 'zod';
import { ADMIN_ONLY } from '../../../accounts/role-access.ts';
import { changeUser, disableUser, enableUser, removeUser } from '../../../accounts/users/user-change.ts';
import { createUser } from '../../../accounts/users/user-create.ts';
import { listUsers, readUser } from '../../../accounts/users/user-list.ts';
import { email, id, languageTag, paging, plainName, role } from '../fields.ts';
import { route } from '../route.ts';
import { invitationLinkAnswer, invitationLinkBody, issuedAnswer, issuedKey, userAnswer, userBody } from './answers.ts';

const params = z.strictObject({ user: id('us') });

const list = route({
  name: 'listUsers',
  group: 'users',
  method: 'GET',
  path: '/platform/v1/users',
  access: ADMIN_ONLY,
  query: z.strictObject(paging),
  status: 200,
  answer: z.object({ users: z.array(userAnswer), next: z.string().nullable() }),
  async handle({ records, caller, query: { limit, cursor = null } }) {
    const { items, next } = await listUsers(records.db, caller.clientId, { limit, cursor });
    return { body: { users: items.map(userBody), next } };
  },
});

const read = route({
  name: 'readUser',
  group: 'users',
  method: 'GET',
  path: '/platform/v1/users/{user}',
  access: ADMIN_ONLY,
  params,
  status: 200,
  answer: userAnswer,
  async handle({ records, caller, params: { user } }) {
    return { body: userBody(await readUser(records.db, caller.clientId, user)) };
  },
});

const create = route({
  name: 'createUser',
  group: 'users',
  method: 'POST',
  path: '/platform/v1/users',
  access: ADMIN_ONLY,
  sessionOnly: true,
  signup: 'invite',
  body: z
    .strictObject({
      name: plainName,
      role,
      email: email.nullable().default(null),
      language: languageTag.exactOptional(),
    })
    .meta({ example: { name: 'Dora', role: 'developer', email: 'dora@example.com' } }),
  status: 201,
  answer: z.object({ user: userAnswer, key: issuedAnswer, link: invitationLinkAnswer }),
  problems: ['conflict', 'too-many-attempts'],
  async handle(call) {
    const { records, actor, caller, strangers, throttle, language, body, outbox } = call;
    const { clientId } = caller;
    if (body.email !== null) await throttle.mail(body.email);
    const input = { clientId, language, ...body, showLink: outbox };
    const { userId, key, link } = await createUser(records, actor, strangers.mailerFor(clientId), input);
    const user = userBody(await readUser(records.db, clientId, userId));
    return { body: { user, key: issuedKey(key), link: invitationLinkBody(call, link, body.language) } };
  },
});

const change = route({
  name: 'changeUser',
  group: 'users',
  method: 'PATCH',
  path: '/platform/v1/users/{user}',
  access: ADMIN_ONLY,
  sessionOnly: true,
  params,
  body: z
    .strictObject({ name: plainName.exactOptional(), role: role.exactOptional() })
    .meta({ example: { role: 'finance' } }),
  status: 200,
  answer: userAnswer,
  problems: ['conflict'],
  async handle({ records, actor, caller: { clientId }, params: { user: userId }, body }) {
    await changeUser(records, actor, { clientId, userId }, body);
    return { body: userBody(await readUser(records.db, clientId, userId)) };
  },
});

const disable = route({
  name: 'disableUser',
  group: 'users',
  method: 'POST',
  path: '/platform/v1/users/{user}/disable',
  access: ADMIN_ONLY,
  sessionOnly: true,
  params,
  status: 200,
  answer: userAnswer,
  problems: ['conflict'],
  async handle({ records, actor, caller: { clientId }, params: { user: userId } }) {
    await disableUser(records, actor, { clientId, userId });
    return { body: userBody(await readUser(records.db, clientId, userId)) };
  },
});

const enable = route({
  name: 'enableUser',
  group: 'users',
  method: 'POST',
  path: '/platform/v1/users/{user}/enable',
  access: ADMIN_ONLY,
  sessionOnly: true,
  params,
  status: 200,
  answer: userAnswer,
  async handle({ records, actor, caller: { clientId }, params: { user: userId } }) {
    await enableUser(records, actor, { clientId, userId });
    return { body: userBody(await readUser(records.db, clientId, userId)) };
  },
});

const remove = route({
  name: 'removeUser',
  group: 'users',
  method: 'DELETE',
  path: '/platform/v1/users/{user}',
  access: ADMIN_ONLY,
  sessionOnly: true,
  params,
  status: 204,
  answer: null,
  problems: ['conflict'],
  async handle({ records, actor, caller: { clientId }, params: { user: userId } }) {
    await removeUser(records, actor, { clientId, userId });
    return { body: null };
  },
});

/** The users of a client, managed by its admins. */
export const userRoutes = [list, read, create, change, disable, enable, remove];
