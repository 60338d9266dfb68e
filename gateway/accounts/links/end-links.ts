import type { Change } from '../../records/records.ts';

/**
 * Ends every open link of a user, whatever its purpose and mailbox, and removes queued mails that would offer another
 * address. Runs within each change of password, address, role or state: a link requested before the change must not
 * work after it. Undo links stay valid (`email-undo.ts`): they reverse such a change.
 */
export async function endLinks(trx: Change, userId: string, at: number): Promise<void> {
  await endSetupLinks(trx, userId, at);
  await trx
    .updateTable('address_links')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  // Such a mail creates its link when it is sent. An invitation may stay queued: it goes to the address in the user's
  // own record.
  await trx.deleteFrom('mails').where('user_id', '=', userId).where('kind', '=', 'email').execute();
}

/** Ends the mailed links that set a password, before a mail gets a new one. A link that was shown stays valid. */
export async function endMailedLinks(trx: Change, userId: string, at: number): Promise<void> {
  await trx
    .updateTable('setup_links')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('email', 'is not', null)
    .where('used_at', 'is', null)
    .execute();
}

/** Ends the links that set a password, including invitations. */
async function endSetupLinks(trx: Change, userId: string, at: number): Promise<void> {
  await trx
    .updateTable('setup_links')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
