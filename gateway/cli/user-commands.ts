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
    options: { role: 'admin, developer or finance (default: developer)' },
    summary:
      'Creates a user and prints the user’s key once. To create users who can sign in, invite them in the dashboard.',
    async run({ records, actor, words: [reference = '', name = ''], options }) {
      const role = roleOf(options.role ?? 'developer');
      const { id: clientId } = await findClient(records.db, reference);
      const input = { clientId, name, role, email: null, language: 'en' } as const;
      const { userId, key } = await createUser(records, actor, sendNoMail, input);
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
    summary: 'Changes the role of a user; the permissions of the user’s keys follow at once.',
    async run({ records, actor, words: [id = '', text = ''] }) {
      const role = roleOf(text);
      await changeUser(records, actor, await findUser(records, id), { role });
      return { text: `User ${id} is ${role}.`, json: { id, role } };
    },
  },
  stateCommand('disable', 'Disables a user and the user’s keys until `user enable`.', disableUser),
  stateCommand('enable', 'Enables a disabled user.', enableUser),
  stateCommand('remove', 'Removes a user permanently, with the user’s keys and personal data.', removeUser),
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

/** Finds a user of any client, for the operator. The change itself reports an unknown user. */
async function findUser(records: Records, userId: string): Promise<UserReference> {
  const user = await records.db.selectFrom('users').select('client_id').where('id', '=', userId).executeTakeFirst();
  return { userId, clientId: user?.client_id ?? '' };
}

function roleOf(text: string): Role {
  if (text !== 'admin' && text !== 'developer' && text !== 'finance') {
    throw new UsageError(`The role must be admin, developer or finance, not "${text}"`);
  }
  return text;
}

/** Users without an address get no mail. */
async function sendNoMail(): Promise<void> {}
