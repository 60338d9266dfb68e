import { AccountError } from '../../records/account-error.ts';
import type { Change, Records } from '../../records/records.ts';
import { type Actor, AT_ONCE, recordAudit, recordChange } from '../../records/trail.ts';
import { requireClient } from '../find-client.ts';
import { eraseUser } from '../users/user-change.ts';

/**
 * Deletes a client permanently. Its keys and sessions end at once, and personal data is erased: names, mail and network
 * addresses, and the values in the audit log. Ids and numbers remain: the ledger, the usage, and who changed what when.
 *
 * @param confirmation the client's name, typed to confirm the deletion
 * @throws AccountError `unknown-client`, `not-confirmed`
 */
export function deleteClient(records: Records, actor: Actor, clientId: string, confirmation: string): Promise<void> {
  return records.write(async (trx) => {
    const client = await requireClient(trx, clientId);
    if (confirmation.trim() !== client.name) {
      throw new AccountError('not-confirmed', `The confirmation does not match the client's name "${client.name}"`);
    }
    const users = await trx.selectFrom('users').selectAll().where('client_id', '=', clientId).execute();
    for (const user of users) await eraseUser(trx, actor, user);
    await eraseTexts(trx, clientId);
    await trx
      .updateTable('clients')
      .set({ name: '', deleted_at: actor.at, next_plan: null, next_plan_at: null })
      .where('id', '=', clientId)
      .execute();
    await recordChange(trx, actor, 'client', clientId, AT_ONCE);
    await recordAudit(
      trx,
      { ...actor, address: null },
      { client: clientId, action: 'client.delete', record: { kind: 'client', id: clientId } },
    );
  });
}

/** Names of keys, networks, notes and the values in the audit log may identify people. */
async function eraseTexts(trx: Change, clientId: string): Promise<void> {
  await trx.updateTable('keys').set({ name: '', networks: null }).where('client_id', '=', clientId).execute();
  await trx
    .updateTable('payments')
    .set((eb) => ({ note: null, reference: eb.ref('id') }))
    .where('client_id', '=', clientId)
    .execute();
  await trx
    .updateTable('consumers')
    .set((eb) => ({ external_user: eb.ref('client_id') }))
    .where('client_id', '=', clientId)
    .execute();
  await trx.updateTable('ledger').set({ note: null }).where('client_id', '=', clientId).execute();
  await trx
    .updateTable('audit')
    .set({ before: null, after: null, address: null })
    .where('client_id', '=', clientId)
    .execute();
}
