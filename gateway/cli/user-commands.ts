import { findClient } from '../accounts/find-client.ts';
import { changeUser, disableUser, enableUser, removeUser, type UserReference } from '../accounts/users/user-change.ts';
import { createUser } from '../accounts/users/user-create.ts';
import { listUsers } from '../accounts/users/user-list.ts';
import type { Records } from '../records/records.ts';
import type { Role } from '../records/tables.ts';
import type { Actor } from '../records/trail.ts';
import { type Command, UsageError } from './command.ts';
import { pageTable, when } from './table.ts';
import { PAGING, page } from './values.ts';

export const userCommands: readonly Command[] = [
  {
    name: 'user create',
    parameters: ['client', 'name'],
    options: { role: 'admin, developer or finance (developer)' },
    summary: 'Creates a user and shows the user’s key once. Users who sign in are invited in the dashboard.',
    async run({ records, actor, words: [reference = '', name = ''], options }) {
      const role = roleOf(options.role ?? 'developer');
      const { id: clientId } = await findClient(records.db, reference);
      const input = { clientId, name, role, email: null, language: 'en' } as const;
      const { userId, key } = await createUser(records, actor, nobodyToTell, input);
      return {
        text: `User ${userId} (${name}) is ${role}. The key ${key.id} is shown only now:\n${key.text}`,
        json: { id: userId, client: clientId, name, role, keyId: key.id, key: key.text },
      };
    },
  },
  {
    name: 'user list',
    parameters: ['client'],
    options: PAGING,
    summary: 'Lists the users of a client.',
    async run({ records, words: [reference = ''], options }) {
      const { id: clientId } = await findClient(records.db, reference);
      const found = await listUsers(records.db, clientId, page(options));
      const headings = ['ID', 'NAME', 'EMAIL', 'ROLE', 'STATE', 'CREATED'];
      const text = pageTable(headings, found, ({ id, name, email, role, state, createdAt }) => {
        return [id, name, email ?? '-', role, state, when(createdAt)];
      });
      return { text, json: { users: found.items, next: found.next } };
    },
  },
  {
    name: 'user role',
    parameters: ['user id', 'role'],
    options: {},
    summary: 'Gives a user another role; the user’s keys open what it may, from now on.',
    async run({ records, actor, words: [id = '', text = ''] }) {
      const role = roleOf(text);
      await changeUser(records, actor, await findUser(records, id), { role });
      return { text: `User ${id} is ${role}.`, json: { id, role } };
    },
  },
  stateCommand('disable', 'Shuts a user out until `user enable`; the keys open nothing.', disableUser),
  stateCommand('enable', 'Lets a disabled user in again.', enableUser),
  stateCommand('remove', 'Removes a user for ever, with the keys and what is personal.', removeUser),
];

function stateCommand(
  verb: 'disable' | 'enable' | 'remove',
  summary: string,
  change: (records: Records, actor: Actor, user: UserReference) => Promise<void>,
): Command {
  return {
    name: `user ${verb}`,
    parameters: ['user id'],
    options: {},
    summary,
    async run({ records, actor, words: [id = ''] }) {
      await change(records, actor, await findUser(records, id));
      return { text: `User ${id} is ${verb}d.`, json: { id, [`${verb}d`]: true } };
    },
  };
}

/** The operator reaches the users of all clients: what is unknown is told by the change itself. */
async function findUser(records: Records, userId: string): Promise<UserReference> {
  const user = await records.db.selectFrom('users').select('client_id').where('id', '=', userId).executeTakeFirst();
  return { userId, clientId: user?.client_id ?? '' };
}

function roleOf(text: string): Role {
  if (text !== 'admin' && text !== 'developer' && text !== 'finance') {
    throw new UsageError(`A role is admin, developer or finance, not "${text}"`);
  }
  return text;
}

/** Users without an address are mailed nothing. */
async function nobodyToTell(): Promise<void> {}
