import { z } from 'zod';
import { ADMIN_ONLY } from '../../../accounts/role-access.ts';
import { changeUser, disableUser, enableUser, removeUser } from '../../../accounts/users/user-change.ts';
import { createUser } from '../../../accounts/users/user-create.ts';
import { listUsers, readUser } from '../../../accounts/users/user-list.ts';
import { email, id, paging, plainName, role } from '../fields.ts';
import { route } from '../route.ts';
import { issuedAnswer, issuedKey, userAnswer, userBody } from './answers.ts';

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
    .strictObject({ name: plainName, role, email: email.nullable().default(null) })
    .meta({ example: { name: 'Dora', role: 'developer', email: 'dora@example.com' } }),
  status: 201,
  answer: z.object({ user: userAnswer, key: issuedAnswer }),
  problems: ['conflict', 'too-many-attempts'],
  async handle({ records, actor, caller: { clientId }, strangers, throttle, language, body }) {
    if (body.email !== null) await throttle.mail(body.email);
    const { userId, key } = await createUser(records, actor, strangers.mailerFor(clientId), {
      clientId,
      language,
      ...body,
    });
    return { body: { user: userBody(await readUser(records.db, clientId, userId)), key: issuedKey(key) } };
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
