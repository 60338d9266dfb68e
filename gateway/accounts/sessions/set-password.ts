import type { ExpressionBuilder } from 'kysely';
import { AccountError } from '../../records/account-error.ts';
import type { Reader, Records } from '../../records/records.ts';
import type { Tables } from '../../records/tables.ts';
import { recordAudit } from '../../records/trail.ts';
import { hashKey } from '../keys/key-format.ts';
import { endLinks } from '../links/end-links.ts';
import { hashPassword } from './password.ts';
import { endSessions } from './sessions.ts';

/** The user that an open link belongs to. */
export interface LinkOwner {
  readonly purpose: 'set-password' | 'invitation';
  readonly name: string;
  /** The confirmed address, or else the invited one; `null` for the first admin, who has no address yet. */
  readonly email: string | null;
}

/** Reads the user that a one-time link belongs to; `null` if the link does not exist, was used or has expired. */
export async function ownerOfLink(db: Reader, token: string, at: number): Promise<LinkOwner | null> {
  const row = await db
    .selectFrom('setup_links')
    .innerJoin('users', 'users.id', 'setup_links.user_id')
    .where('setup_links.hash', '=', hashKey(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('users.state', '<>', 'disabled')
    .where(mailedToUser)
    .select(['purpose', 'name', 'users.email', 'invited_email'])
    .executeTakeFirst();
  return row === undefined ? null : { purpose: row.purpose, name: row.name, email: row.email ?? row.invited_email };
}

/**
 * Sets a user's password with a one-time link and ends all links and sessions of the user. If the same link is used
 * twice at once, one call succeeds.
 *
 * @param email becomes the user's address if the user has none: the holder of the first admin's link operates the
 * machine
 * @returns false for a link that does not exist, was used or has expired; the caller does not learn which
 * @throws AccountError `email-taken`; the link stays valid
 */
export async function setPasswordByLink(
  records: Records,
  token: string,
  password: string,
  at: number,
  address: string,
  email: string | null = null,
): Promise<boolean> {
  // Before the lookup, so that an invalid link takes as long as a valid one.
  const password_hash = await hashPassword(password);
  return records.write(async (trx) => {
    const user = await trx
      .selectFrom('setup_links')
      .innerJoin('users', 'users.id', 'setup_links.user_id')
      .where('setup_links.hash', '=', hashKey(token))
      .where('purpose', '=', 'set-password')
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .where('users.state', '=', 'active')
      .where(mailedToUser)
      .select(['users.id', 'users.client_id', 'users.email'])
      .executeTakeFirst();
    if (!user) return false;
    const named = user.email === null ? email : null;
    if (named !== null && (await trx.selectFrom('users').select('id').where('email', '=', named).executeTakeFirst())) {
      throw new AccountError('email-taken', `${named} already belongs to a user`);
    }
    await endLinks(trx, user.id, at);
    await trx
      .updateTable('users')
      .set({ password_hash, ...(named === null ? {} : { email: named }) })
      .where('id', '=', user.id)
      .execute();
    await endSessions(trx, user.id);
    await recordAudit(
      trx,
      { name: user.id, at, address },
      {
        client: user.client_id,
        action: 'password.set',
        record: { kind: 'user', id: user.id },
        ...(named === null ? {} : { after: { email: named } }),
      },
    );
    return true;
  });
}

/** A mailed link works only while its address is still the user's; a printed link has no address. */
export function mailedToUser(eb: ExpressionBuilder<Tables, 'setup_links' | 'users'>) {
  const own = eb.fn.coalesce('users.email', 'users.invited_email');
  return eb.or([eb('setup_links.email', 'is', null), eb('setup_links.email', '=', own)]);
}
