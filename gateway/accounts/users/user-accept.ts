import { AccountError } from '../../records/account-error.ts';
import type { Change, Records } from '../../records/records.ts';
import type { UserRow } from '../../records/tables.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { hashKey } from '../keys/key-format.ts';
import type { IssuedKey } from '../keys/keys.ts';
import { endLinks } from '../links/end-links.ts';
import { hashPassword } from '../sessions/password.ts';
import { mailedToUser } from '../sessions/set-password.ts';
import { firstKeyOf } from './user-create.ts';

export interface Acceptance {
  readonly token: string;
  /** One that the rules for passwords allow. */
  readonly password: string;
  readonly at: number;
  readonly address: string | null;
}

/** `not-valid`: no such link, or used, or expired. */
export type AcceptResult =
  | {
      readonly outcome: 'accepted';
      readonly clientId: string;
      readonly userId: string;
      /** Shown once; `null` for a user who was created with a key, and where the plan has no room for one more key. */
      readonly key: IssuedKey | null;
    }
  | { readonly outcome: 'not-valid' };

/**
 * Accepts an invitation: the address is the user's from now on, the password is set, all links of the user end, and a user
 * who had no key gets one. Of two calls with the same link at once, one wins.
 *
 * @throws AccountError `email-taken`: the address has an account with another client; the link stays good
 */
export async function acceptInvitation(
  records: Records,
  { token, password, at, address }: Acceptance,
): Promise<AcceptResult> {
  // Before the look-up, so that a wrong link takes as long as a right one.
  const password_hash = await hashPassword(password);
  return records.write(async (trx) => {
    const open = trx
      .selectFrom('setup_links')
      .innerJoin('users', 'users.id', 'setup_links.user_id')
      .selectAll('users')
      .where('setup_links.hash', '=', hashKey(token))
      .where('purpose', '=', 'invitation')
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .where('users.state', '<>', 'disabled')
      .where(mailedToUser);
    const user = await open.executeTakeFirst();
    if (user === undefined || user.invited_email === null) return { outcome: 'not-valid' };
    const email = user.invited_email;
    const taken = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (taken !== undefined) throw new AccountError('email-taken', `${email} has an account already`);

    const actor = { name: user.id, at, address };
    await endLinks(trx, user.id, at);
    await trx
      .updateTable('users')
      .set({ email, invited_email: null, password_hash, state: 'active' })
      .where('id', '=', user.id)
      .execute();
    await recordAudit(trx, actor, {
      client: user.client_id,
      action: 'invitation.accept',
      record: { kind: 'user', id: user.id },
      before: { state: user.state },
      after: { state: 'active', email },
    });
    const key = user.state === 'invited' ? await firstKeyIfRoom(trx, actor, user) : null;
    return { outcome: 'accepted', clientId: user.client_id, userId: user.id, key };
  });
}

/** An invitation can be accepted without a key: the admin makes one when there is room for it again. */
async function firstKeyIfRoom(trx: Change, actor: Actor, user: UserRow): Promise<IssuedKey | null> {
  try {
    return await firstKeyOf(trx, actor, user);
  } catch (error) {
    if (error instanceof AccountError && (error.code === 'too-many-keys' || error.code === 'too-many-new-keys')) {
      return null;
    }
    throw error;
  }
}
