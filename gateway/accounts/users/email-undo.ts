import { AccountError } from '../../records/account-error.ts';
import type { Change, Reader, Records } from '../../records/records.ts';
import { recordAudit } from '../../records/trail.ts';
import { randomBase62 } from '../../values/base62.ts';
import { hashKey } from '../keys/key-format.ts';
import { endLinks } from '../links/end-links.ts';
import type { SetupLink } from '../links/setup-link.ts';
import { hashPassword } from '../sessions/password.ts';
import { endSessions } from '../sessions/sessions.ts';

/** How long a change of address can be undone. */
const UNDO_MS = 72 * 60 * 60 * 1_000;

/** A user's change from one address to another. */
interface EmailChange {
  readonly userId: string;
  readonly before: string;
  readonly after: string;
  readonly at: number;
}

/**
 * Records the address that a user has left. Returning to an address whose undo link is open undoes the changes since:
 * their undo links end, and the address left now gets none. Otherwise an attacker who changed the address would hold
 * the undo link that expires last.
 *
 * @returns the number of the change, for `undoLink`; `null` for a return to an earlier address
 */
export async function noteEmailChange(trx: Change, { userId, before, after, at }: EmailChange): Promise<number | null> {
  await trx.deleteFrom('email_changes').where('expires_at', '<=', at).execute();
  const left = await trx
    .selectFrom('email_changes')
    .select('id')
    .where('user_id', '=', userId)
    .where('email', '=', after)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  if (left !== undefined) {
    await endUndosFrom(trx, { userId, id: left.id, at });
    return null;
  }
  const { id } = await trx
    .insertInto('email_changes')
    .values({ user_id: userId, email: before, hash: null, expires_at: at + UNDO_MS, ended_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends the undo links of a change and of all later changes. */
async function endUndosFrom(
  trx: Change,
  { userId, id, at }: { readonly userId: string; readonly id: number; readonly at: number },
): Promise<void> {
  await trx
    .updateTable('email_changes')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('id', '>=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Creates the undo link of a change for the mail to the old address. Sending the mail again creates a new link, which
 * replaces the earlier one.
 *
 * @returns `null` if the change can no longer be undone
 */
export async function undoLink(trx: Change, changeId: number, at: number): Promise<SetupLink | null> {
  const token = randomBase62(32, 43);
  const change = await trx
    .updateTable('email_changes')
    .set({ hash: hashKey(token) })
    .where('id', '=', changeId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('expires_at')
    .executeTakeFirst();
  return change === undefined ? null : { token, expiresAt: change.expires_at };
}

/** Reads the user of an open undo link and the address that it restores; `null` for an invalid link. */
export async function readUndo(
  db: Reader,
  token: string,
  at: number,
): Promise<{ readonly name: string; readonly email: string } | null> {
  const { name, email } = (await openUndo(db, token, at)) ?? {};
  return name === undefined || email === undefined ? null : { name, email };
}

export interface EmailUndo {
  readonly token: string;
  /** Already checked against the password rules. */
  readonly password: string;
  readonly at: number;
  readonly address: string;
}

/**
 * Restores the address that the undo link was mailed to and sets a new password. Sessions, known browsers and all links
 * end. Undo links of later changes end too, so that the author of those changes cannot take the account back. Undo
 * links of earlier changes stay: of several addresses the first one wins, whatever the order in which the links are
 * used.
 *
 * @returns false for a link that does not exist, was used or has expired, and while the user is disabled
 * @throws AccountError `email-taken` if the address now belongs to another user; nothing changes and the link stays
 * valid
 */
export async function undoEmailChange(records: Records, undo: EmailUndo): Promise<boolean> {
  const password_hash = await hashPassword(undo.password);
  const { token, at, address } = undo;
  return records.write(async (trx) => {
    const change = await openUndo(trx, token, at);
    if (change === undefined) return false;
    const { id, email, user_id: userId } = change;
    const holder = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (holder !== undefined && holder.id !== userId) {
      throw new AccountError('email-taken', `${email} now belongs to another user`);
    }
    await endUndosFrom(trx, { userId, id, at });
    await endLinks(trx, userId, at);
    await endSessions(trx, userId);
    await trx.deleteFrom('devices').where('user_id', '=', userId).execute();
    await trx.updateTable('users').set({ email, password_hash }).where('id', '=', userId).execute();
    const actor = { name: userId, at, address };
    const record = { kind: 'user', id: userId };
    const before = { email: change.current };
    await recordAudit(trx, actor, {
      client: change.client_id,
      action: 'user.email-undo',
      record,
      before,
      after: { email },
    });
    await recordAudit(trx, actor, { client: change.client_id, action: 'password.set', record });
    return true;
  });
}

function openUndo(db: Reader, token: string, at: number) {
  return db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .where('email_changes.hash', '=', hashKey(token))
    .where('email_changes.ended_at', 'is', null)
    .where('email_changes.expires_at', '>', at)
    .where('users.state', '=', 'active')
    .select(['email_changes.id', 'email_changes.email', 'email_changes.user_id'])
    .select(['users.client_id', 'users.name', 'users.email as current'])
    .executeTakeFirst();
}
