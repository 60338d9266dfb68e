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
  /** The requested address, normalized. */
  readonly email: string;
  /** Language of the mail to the requested address. */
  readonly language: Language;
  /** Proof of the user's password. */
  readonly proof: PasswordProof;
}

/**
 * Queues a mail with a confirmation link to the requested address.
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

/** A completed change of address. */
export interface ChangedEmail {
  readonly before: string | null;
  readonly after: string;
}

export interface EmailConfirmation {
  readonly token: string;
  readonly at: number;
  readonly address: string;
  /** Language of the mail to the old address if the user's language is unknown. */
  readonly language: Language;
}

/**
 * Changes a user's address to the one that the link was mailed to; all other links of the user end. The same change
 * queues a mail to the old address, with a link that undoes the change. The link is missing if the user returns to an
 * address that an undo link could already restore.
 *
 * @returns `null` for an invalid link, or if the address now belongs to a user
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
      const oldAddressLanguage = LANGUAGES.find((one) => one === user.language) ?? language;
      await enqueueMail(trx, {
        kind: 'email-changed',
        to: user.email,
        language: oldAddressLanguage,
        after: email,
        changeId,
      });
    }
    return { before: user.email, after: email };
  });
}
