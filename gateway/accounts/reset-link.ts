import type { Change } from '../records/records.ts';
import { createSetupLink, type SetupLink } from './setup-link.ts';

/** A link for a forgotten password is used at once or not at all. */
const RESET_LINK_MS = 60 * 60 * 1_000;

/** Who asked for a new password, if an account has this address; `null` otherwise. The link of an answer sets one. */
export async function resetLink(trx: Change, email: string, at: number): Promise<SetupLink | null> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'client_id'])
    .where('email', '=', email)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (user === undefined) return null;
  const actor = { name: user.id, at, address: null };
  return createSetupLink(trx, actor, { clientId: user.client_id, userId: user.id }, 'set-password', RESET_LINK_MS);
}
