import { AccountError } from '../../records/account-error.ts';
import type { Change, Records } from '../../records/records.ts';
import type { Role, UserRow } from '../../records/tables.ts';
import { type Actor, AT_ONCE, recordAudit } from '../../records/trail.ts';
import { requireName } from '../clients/clients.ts';
import { revokeRows } from '../keys/key-end.ts';
import { endLinks } from '../links/end-links.ts';
import { endSessions } from '../sessions/sessions.ts';
import { requireAnotherAdmin, requireUser, userChanged } from './find-user.ts';

/** A user of a client, by id. */
export interface UserReference {
  readonly clientId: string;
  readonly userId: string;
}

/** Changes to a user; an absent member keeps its value. */
export interface UserChange {
  readonly name?: string;
  /** The user's keys get the permissions of the new role at once, and the user's links end. */
  readonly role?: Role;
}

/** @throws AccountError `unknown-user`, `last-admin`, `bad-value` */
export function changeUser(records: Records, actor: Actor, user: UserReference, change: UserChange): Promise<void> {
  return records.write(async (trx) => {
    const row = await requireUser(trx, user.clientId, user.userId);
    const name = change.name === undefined ? row.name : requireName(change.name);
    const role = change.role ?? row.role;
    if (name !== row.name) await setColumns(trx, actor, row, 'user.rename', { name });
    if (role !== row.role) {
      await requireAnotherAdmin(trx, row);
      await setColumns(trx, actor, row, 'user.role', { role });
      await endLinks(trx, row.id, actor.at);
      await userChanged(trx, actor, row.id);
    }
  });
}

/**
 * Disables a user until `enableUser`: the user's keys are refused, the user cannot sign in, and open links end
 * permanently.
 *
 * @throws AccountError `unknown-user`, `user-not-active` (invited: remove instead), `last-admin`
 */
export function disableUser(records: Records, actor: Actor, user: UserReference): Promise<void> {
  return records.write(async (trx) => {
    const row = await requireUser(trx, user.clientId, user.userId);
    if (row.state === 'disabled') return;
    if (row.state === 'invited') {
      throw new AccountError('user-not-active', `${row.id} has not accepted the invitation yet: remove it instead`);
    }
    await requireAnotherAdmin(trx, row);
    await setColumns(trx, actor, row, 'user.disable', { state: 'disabled' });
    await endLinks(trx, row.id, actor.at);
    await userChanged(trx, actor, row.id, AT_ONCE);
    await endSessions(trx, row.id);
  });
}

/** Enables a disabled user; keys that have not ended work again. @throws AccountError `unknown-user` */
export function enableUser(records: Records, actor: Actor, user: UserReference): Promise<void> {
  return records.write(async (trx) => {
    const row = await requireUser(trx, user.clientId, user.userId);
    if (row.state !== 'disabled') return;
    await setColumns(trx, actor, row, 'user.enable', { state: 'active' });
    await endLinks(trx, row.id, actor.at);
    await userChanged(trx, actor, row.id);
  });
}

/**
 * Removes a user permanently: keys, links and sessions end at once, and personal data is erased from the user's record.
 * The record itself stays, because usage and audit refer to it.
 *
 * @throws AccountError `unknown-user`, `last-admin`
 */
export function removeUser(records: Records, actor: Actor, user: UserReference): Promise<void> {
  return records.write(async (trx) => {
    const row = await requireUser(trx, user.clientId, user.userId);
    await requireAnotherAdmin(trx, row);
    await eraseUser(trx, actor, row);
    await recordAudit(trx, actor, {
      client: row.client_id,
      action: 'user.remove',
      record: { kind: 'user', id: row.id },
      before: { role: row.role, state: row.state },
    });
  });
}

/** Ends a user's keys, links and sessions and erases personal data, within a larger change. */
export async function eraseUser(
  trx: Change,
  actor: Actor,
  user: Pick<UserRow, 'id' | 'name' | 'email' | 'invited_email'>,
): Promise<void> {
  const keys = await trx.selectFrom('keys').selectAll().where('user_id', '=', user.id).execute();
  await revokeRows(trx, actor, keys);
  // The first key of a user has the user's name.
  await trx
    .updateTable('keys')
    .set({ name: 'First key' })
    .where('user_id', '=', user.id)
    .where('name', '=', user.name)
    .execute();
  await endLinks(trx, user.id, actor.at);
  await endSessions(trx, user.id);
  await trx.deleteFrom('devices').where('user_id', '=', user.id).execute();
  await trx.deleteFrom('address_links').where('user_id', '=', user.id).execute();
  await trx.deleteFrom('email_changes').where('user_id', '=', user.id).execute();
  const addresses = [user.email, user.invited_email].filter((address) => address !== null);
  if (addresses.length > 0) await trx.deleteFrom('mails').where('recipient', 'in', addresses).execute();
  await trx.updateTable('setup_links').set({ email: null }).where('user_id', '=', user.id).execute();
  await trx
    .updateTable('users')
    .set({
      name: '',
      email: null,
      invited_email: null,
      password_hash: null,
      state: 'disabled',
      removed_at: actor.at,
      language: null,
    })
    .where('id', '=', user.id)
    .execute();
}

async function setColumns(
  trx: Change,
  actor: Actor,
  row: UserRow,
  action: string,
  change: Partial<Pick<UserRow, 'name' | 'role' | 'state'>>,
): Promise<void> {
  const held: Readonly<Record<string, unknown>> = { name: row.name, role: row.role, state: row.state };
  await trx.updateTable('users').set(change).where('id', '=', row.id).execute();
  await recordAudit(trx, actor, {
    client: row.client_id,
    action,
    record: { kind: 'user', id: row.id },
    before: Object.fromEntries(Object.keys(change).map((member) => [member, held[member]])),
    after: change,
  });
}
