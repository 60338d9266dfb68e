import type { Language } from '../../../calculators/kit/index.ts';
import type { Records } from '../../records/records.ts';
import { recordAudit } from '../../records/trail.ts';
import { createClientWithin } from '../clients/clients.ts';
import type { IssuedKey } from '../keys/keys.ts';
import { readAddressLink, useAddressLink } from '../links/address-link.ts';
import { hashPassword } from '../sessions/password.ts';
import { type BegunSession, replaceSession, type SessionBrowser } from '../sessions/sessions.ts';
import { firstKeyOf } from '../users/user-create.ts';

/** The plan of a new account. */
const FIRST_PLAN = 'free';

export interface SignUp {
  readonly token: string;
  /** Already checked against the password rules. */
  readonly password: string;
  readonly at: number;
  readonly address: string;
  /** Goes on with a session of the admin; without it, none begins. */
  readonly browser?: SessionBrowser;
  /** Language of the page, which becomes that of the admin's mails. */
  readonly language?: Language;
}

export interface SignedUp {
  readonly clientId: string;
  readonly userId: string;
  /** Shown once. */
  readonly key: IssuedKey;
  readonly session: BegunSession | null;
}

/**
 * Opens an account with the mailed sign-up link: a client on the plan `free`, an admin with the confirmed address and
 * this password, and a first key. The password is set only through the link, so no one can set a password for another
 * person's address.
 *
 * @returns `null` for an invalid link, or if the address already has an account
 */
export async function signUp(records: Records, request: SignUp): Promise<SignedUp | null> {
  const { token, password, at, address, browser, language } = request;
  const password_hash = await hashPassword(password);
  return records.write(async (trx) => {
    const open = await readAddressLink(trx, token, at);
    if (open?.link.purpose !== 'sign-up') return null;
    const { email, link } = open;
    if (await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) return null;
    await useAddressLink(trx, token, at);
    const actor = { name: 'sign-up', at, address };
    const admin = { name: link.name, email };
    const { clientId, userId } = await createClientWithin(trx, actor, { name: link.account, plan: FIRST_PLAN, admin });
    await trx
      .updateTable('users')
      .set({ password_hash, ...(language && { language }) })
      .where('id', '=', userId)
      .execute();
    await recordAudit(trx, actor, { client: clientId, action: 'password.set', record: { kind: 'user', id: userId } });
    const key = await firstKeyOf(trx, actor, { id: userId, client_id: clientId, name: link.name });
    const user = { id: userId, client_id: clientId };
    const session = browser ? await replaceSession(trx, { name: userId, at, address }, user, browser) : null;
    return { clientId, userId, key, session };
  });
}
