import type { Language } from '../../../calculators/kit/index.ts';
import { AccountError } from '../../records/account-error.ts';
import type { Change, Records } from '../../records/records.ts';
import type { UserRow } from '../../records/tables.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { hashKey } from '../keys/key-format.ts';
import type { IssuedKey } from '../keys/keys.ts';
import { endLinks } from '../links/end-links.ts';
import { hashPassword } from '../sessions/password.ts';
import { type BegunSession, replaceSession, type SessionBrowser } from '../sessions/sessions.ts';
import { mailedToUser } from '../sessions/set-password.ts';
import { firstKeyOf } from './user-create.ts';

export interface Acceptance {
  readonly token: string;
  /** Already checked against the password rules. */
  readonly password: string;
  readonly at: number;
  readonly address: string | null;
  /** Goes on with a session of the user; without it, none begins. */
  readonly browser?: SessionBrowser;
  /** Language of the page, which becomes that of the user's mails. */
  readonly language?: Language;
}

/** `not-valid`: the link does not exist, was used or has expired. */
export type AcceptResult =
  | {
      readonly outcome: 'accepted';
      readonly clientId: string;
      readonly userId: string;
      /** Shown once; `null` for a user who already has a key, and if the plan has no room for another. */
      readonly key: IssuedKey | null;
      readonly session: BegunSession | null;
    }
  | { readonly outcome: 'not-valid' };

/**
 * Accepts an invitation: confirms the address, sets the password, ends all links of the user, and creates a key for a
 * user without one. If the same link is used twice at once, one call succeeds.
 *
 * @throws AccountError `email-taken` if another client's user has the address; the link stays valid
 */
export async function acceptInvitation(
  records: Records,
  { token, password, at, address, browser, language }: Acceptance,
): Promise<AcceptResult> {
  // Before the lookup, so that an invalid link takes as long as a valid one.
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
    if (taken !== undefined) throw new AccountError('email-taken', `${email} already has an account`);

    const actor = { name: user.id, at, address };
    await endLinks(trx, user.id, at);
    await trx
      .updateTable('users')
      .set({ email, invited_email: null, password_hash, state: 'active', ...(language && { language }) })
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
    const session = browser ? await replaceSession(trx, actor, user, browser) : null;
    return { outcome: 'accepted', clientId: user.client_id, userId: user.id, key, session };
  });
}

/** An invitation can be accepted without a key; an admin creates one once there is room. */
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
