import type { Change } from '../../records/records.ts';
import { createSetupLink, type SetupLink } from './setup-link.ts';

/** Short, because a link for a forgotten password is used at once or not at all. */
const RESET_LINK_MS = 60 * 60 * 1_000;

/** Creates a link that sets a new password for the active user with this address; `null` without such a user. */
export async function resetLink(trx: Change, email: string, at: number): Promise<SetupLink | null> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'client_id'])
    .where('email', '=', email)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (user === undefined) return null;
  const actor = { name: user.id, at, address: null };
  const owner = { clientId: user.client_id, userId: user.id };
  return createSetupLink(trx, actor, owner, 'set-password', { lasts: RESET_LINK_MS, email });
}
