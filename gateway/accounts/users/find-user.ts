import { AccountError } from '../../records/account-error.ts';
import type { Change, Reader } from '../../records/records.ts';
import type { UserRow } from '../../records/tables.ts';
import { type Actor, recordChange } from '../../records/trail.ts';

/**
 * Finds a person by id among the users of a client; other users count as unknown.
 *
 * @throws AccountError `unknown-user`
 */
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

/**
 * Keeps a client from losing its last admin, which no one could undo. An admin who can sign in (with an address and a
 * password) counts as replaceable only by another who can. Call it only within `Records.write`, where no other change
 * runs concurrently.
 *
 * @throws AccountError `last-admin`
 */
export async function requireAnotherAdmin(
  trx: Change,
  user: Pick<UserRow, 'id' | 'client_id' | 'role' | 'state' | 'email' | 'password_hash'>,
) {
  if (user.role !== 'admin' || user.state !== 'active') return;
  const others = await trx
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('client_id', '=', user.client_id)
    .where('kind', '=', 'person')
    .where('role', '=', 'admin')
    .where('state', '=', 'active')
    .where('id', '<>', user.id)
    .execute();
  const left = canSignIn(user) ? others.filter(canSignIn) : others;
  if (left.length === 0) {
    throw new AccountError('last-admin', `${user.id} is the last admin who can sign in: make another user admin first`);
  }
}

function canSignIn({ email, password_hash }: Pick<UserRow, 'email' | 'password_hash'>): boolean {
  return email !== null && password_hash !== null;
}

/**
 * Publishes a change of the user's keys, so that every process reads them again. Runs within each change of a role or
 * state.
 *
 * @param endsAt when the keys end, in milliseconds since 1970; `null` if they do not
 */
export async function userChanged(
  trx: Change,
  actor: Actor,
  userId: string,
  endsAt: number | null = null,
): Promise<void> {
  const keys = await trx
    .selectFrom('keys')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { id } of keys) await recordChange(trx, actor, 'key', id, endsAt);
}
