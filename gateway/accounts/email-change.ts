import type { Change, Records } from '../records/records.ts';
import { recordAudit } from '../records/trail.ts';
import { readAddressLink, useAddressLink } from './address-link.ts';

/** An address that has become another. */
export interface ChangedEmail {
  readonly before: string | null;
  readonly after: string;
}

/**
 * Gives a user the address that a link was mailed to. The old one is told of it by `told`, in the same change.
 *
 * @returns `null` for a link that is not valid, or whose address belongs to somebody by now
 */
export async function confirmEmail(
  records: Records,
  { token, at, address }: { readonly token: string; readonly at: number; readonly address: string },
  told: (trx: Change, changed: ChangedEmail) => Promise<void>,
): Promise<ChangedEmail | null> {
  return records.write(async (trx) => {
    const open = await readAddressLink(trx, token, at);
    if (open?.link.purpose !== 'email') return null;
    const { email, link } = open;
    const taken = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    const user = await trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', link.userId)
      .where('state', '=', 'active')
      .executeTakeFirst();
    if (taken !== undefined || user === undefined) return null;
    await useAddressLink(trx, token, at);
    await trx.updateTable('users').set({ email }).where('id', '=', user.id).execute();
    const actor = { name: user.id, at, address };
    await recordAudit(trx, actor, {
      client: user.client_id,
      action: 'user.email',
      record: { kind: 'user', id: user.id },
      before: { email: user.email },
      after: { email },
    });
    const changed = { before: user.email, after: email };
    await told(trx, changed);
    return changed;
  });
}
