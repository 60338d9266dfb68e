import type { Records } from '../../records/records.ts';
import { recordAudit } from '../../records/trail.ts';
import { createClientWithin } from '../clients/clients.ts';
import type { IssuedKey } from '../keys/keys.ts';
import { readAddressLink, useAddressLink } from '../links/address-link.ts';
import { hashPassword } from '../sessions/password.ts';
import { firstKeyOf } from '../users/user-create.ts';

/** The plan of those who sign up by themselves. */
const FIRST_PLAN = 'free';

export interface SignUp {
  readonly token: string;
  /** One that the rules for passwords allow. */
  readonly password: string;
  readonly at: number;
  readonly address: string;
}

export interface SignedUp {
  readonly clientId: string;
  readonly userId: string;
  /** Shown once. */
  readonly key: IssuedKey;
}

/**
 * Opens an account with the link that was mailed to whoever asked for one: a client on the plan `free`, its admin with the
 * proven address and this password, and a first key. The password comes with the link and not before, so nobody can set
 * one for an address of somebody else.
 *
 * @returns `null` for a link that is not valid, or whose address has an account by now
 */
export async function signUp(records: Records, { token, password, at, address }: SignUp): Promise<SignedUp | null> {
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
    await trx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
    await recordAudit(trx, actor, { client: clientId, action: 'password.set', record: { kind: 'user', id: userId } });
    const key = await firstKeyOf(trx, actor, { id: userId, client_id: clientId, name: link.name });
    return { clientId, userId, key };
  });
}
