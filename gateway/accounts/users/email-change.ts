import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import type { Records } from '../../records/records.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import type { EnqueueAccountMail } from '../account-mail.ts';
import { readAddressLink, useAddressLink } from '../links/address-link.ts';
import { endLinks } from '../links/end-links.ts';
import { type PasswordProof, requireStillHolds } from '../sessions/password-proof.ts';
import { noteEmailChange } from './email-undo.ts';

export interface EmailRequest {
  readonly clientId: string;
  /** The address that is wanted, in its one spelling. */
  readonly email: string;
  /** Of the mail to it. */
  readonly language: Language;
  /** Of the user who asks. */
  readonly proof: PasswordProof;
}

/**
 * Has a link mailed to the address that a user wants; the link confirms it.
 *
 * @throws AccountError `wrong-password` if the password was changed since it was proved
 */
export function requestEmailChange(
  records: Records,
  actor: Actor,
  enqueueMail: EnqueueAccountMail,
  { clientId, email, language, proof }: EmailRequest,
): Promise<void> {
  return records.write(async (trx) => {
    await requireStillHolds(trx, proof);
    const { userId } = proof;
    await enqueueMail(trx, { kind: 'email', to: email, language, userId });
    await recordAudit(trx, actor, {
      client: clientId,
      action: 'user.email-request',
      record: { kind: 'user', id: userId },
      after: { email },
    });
  });
}

/** An address that has become another. */
export interface ChangedEmail {
  readonly before: string | null;
  readonly after: string;
}

export interface EmailConfirmation {
  readonly token: string;
  readonly at: number;
  readonly address: string;
  /** Of the mail to the old address, if that of the user is not known. */
  readonly language: Language;
}

/**
 * Gives a user the address that a link was mailed to; all other links of the user end. In the same change the old address
 * is told, with a link that undoes it unless the user goes back to an address that could be restored anyway.
 *
 * @returns `null` for a link that is not valid, or whose address belongs to a user by now
 */
export async function confirmEmail(
  records: Records,
  enqueueMail: EnqueueAccountMail,
  { token, at, address, language }: EmailConfirmation,
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
    await endLinks(trx, user.id, at);
    await trx.updateTable('users').set({ email }).where('id', '=', user.id).execute();
    await recordAudit(
      trx,
      { name: user.id, at, address },
      {
        client: user.client_id,
        action: 'user.email',
        record: { kind: 'user', id: user.id },
        before: { email: user.email },
        after: { email },
      },
    );
    if (user.email !== null) {
      const change = { userId: user.id, before: user.email, after: email, at };
      const changeId = (await noteEmailChange(trx, change)) ?? undefined;
      const spoken = LANGUAGES.find((one) => one === user.language) ?? language;
      await enqueueMail(trx, { kind: 'email-changed', to: user.email, language: spoken, after: email, changeId });
    }
    return { before: user.email, after: email };
  });
}
