import type { Change } from '../../records/records.ts';

/**
 * Ends every open link of a user, whatever it is for and whatever mailbox it is in, and takes back the mails that would
 * bring another address. Part of each change of password, address, role or state: a link that somebody asked for before
 * the change must not reach beyond it. Undo links stay (`email-undo.ts`): they are the way back from such a change.
 */
export async function endLinks(trx: Change, userId: string, at: number): Promise<void> {
  await endSetupLinks(trx, userId, at);
  await trx
    .updateTable('address_links')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  // Such a mail makes its link when it is sent. An invitation may wait on: it goes to the address of the user's own record.
  await trx.deleteFrom('mails').where('user_id', '=', userId).where('kind', '=', 'email').execute();
}

/** Ends the links that set a password, invitations included. */
export async function endSetupLinks(trx: Change, userId: string, at: number): Promise<void> {
  await trx
    .updateTable('setup_links')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
