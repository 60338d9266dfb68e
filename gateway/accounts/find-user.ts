import type { Change, Reader } from '../records/records.ts';
import type { UserRow } from '../records/tables.ts';
import { type Actor, recordChange } from '../records/trail.ts';
import { AccountError } from './account-error.ts';

/** The person of that id among those of the client; others do not exist here. @throws AccountError `unknown-user` */
export async function requireUser(db: Reader, clientId: string, userId: string): Promise<UserRow> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('client_id', '=', clientId)
    .where('kind', '=', 'person')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (user === undefined) {
    throw new AccountError('unknown-user', `There is no user "${userId}"`);
  }
  return user;
}

/** @throws AccountError `last-admin` if this is the only active admin of its client: nobody could undo the change. */
export async function requireAnotherAdmin(db: Reader, user: Pick<UserRow, 'id' | 'client_id' | 'role' | 'state'>) {
  if (user.role !== 'admin' || user.state !== 'active') return;
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('client_id', '=', user.client_id)
    .where('role', '=', 'admin')
    .where('state', '=', 'active')
    .where('id', '<>', user.id)
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) {
    throw new AccountError('last-admin', `${user.id} is the last active admin: name another one first`);
  }
}

/** Tells every process that what it knows of the user's keys is out of date. Part of each change of a role or state. */
export async function userChanged(trx: Change, actor: Actor, userId: string): Promise<void> {
  const keys = await trx
    .selectFrom('keys')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { id } of keys) await recordChange(trx, actor, 'key', id);
}
