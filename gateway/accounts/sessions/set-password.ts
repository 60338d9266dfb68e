import type { ExpressionBuilder } from 'kysely';
import { AccountError } from '../../records/account-error.ts';
import type { Reader, Records } from '../../records/records.ts';
import type { Tables } from '../../records/tables.ts';
import { recordAudit } from '../../records/trail.ts';
import { hashKey } from '../keys/key-format.ts';
import { endLinks } from '../links/end-links.ts';
import { hashPassword } from './password.ts';
import { endSessions } from './sessions.ts';

/** Whom an open link belongs to. */
export interface LinkOwner {
  readonly purpose: 'set-password' | 'invitation';
  readonly name: string;
  /** Confirmed, or else where the invitation went; `null` for the first admin, who has named none yet. */
  readonly email: string | null;
}

/** Whom a one-time link belongs to; `null` if it does not exist, has been used or has expired. */
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
 * Sets a user's password with a one-time link; all links and sessions of the user end. Of two calls with the same link at
 * once, one wins.
 *
 * @param email taken for the user's if there is none yet: the holder of the first admin's link runs the machine
 * @returns false for a link that does not exist, has been used or has expired; the caller learns no more than that
 * @throws AccountError `email-taken`; the link stays good
 */
export async function setPasswordByLink(
  records: Records,
  token: string,
  password: string,
  at: number,
  address: string,
  email: string | null = null,
): Promise<boolean> {
  // Before the look-up, so that a wrong link takes as long as a right one.
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

/** A link works only while the address that it was mailed to is the user's; one that was printed has none. */
export function mailedToUser(eb: ExpressionBuilder<Tables, 'setup_links' | 'users'>) {
  const own = eb.fn.coalesce('users.email', 'users.invited_email');
  return eb.or([eb('setup_links.email', 'is', null), eb('setup_links.email', '=', own)]);
}
