import type { Records } from '../records/records.ts';
import { recordAudit } from '../records/trail.ts';
import { hashKey } from './key-format.ts';
import { hashPassword } from './password.ts';

/**
 * Sets a user's password with a one-time link, and uses the link up. Two who use the same link at once: one wins.
 *
 * @returns false for a link that does not exist, has been used or has expired; the caller learns no more than that
 */
export async function setPasswordByLink(
  records: Records,
  token: string,
  password: string,
  at: number,
  address: string,
): Promise<boolean> {
  // Before the look-up, so that a wrong link takes as long as a right one.
  const hash = await hashPassword(password);
  return records.write(async (trx) => {
    const link = await trx
      .updateTable('setup_links')
      .set({ used_at: at })
      .where('hash', '=', hashKey(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .returning(['id', 'user_id', 'purpose'])
      .executeTakeFirst();
    if (!link) return false;
    const user = await trx
      .updateTable('users')
      .set({ password_hash: hash })
      .where('id', '=', link.user_id)
      .returning(['id', 'client_id'])
      .executeTakeFirstOrThrow();
    await recordAudit(
      trx,
      { name: user.id, at, address },
      { client: user.client_id, action: 'password.set', record: { kind: 'user', id: user.id } },
    );
    return true;
  });
}
