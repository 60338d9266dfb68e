import type { Records } from '../../records/records.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import type { EnqueueAccountMail } from '../account-mail.ts';
import { tellAdmins } from '../clients/admins.ts';
import { revokeWithSuccessors } from './key-end.ts';
import { hashKey, parseKey } from './key-format.ts';

/** A key that somebody found where it must not be. */
export interface LeakedKey {
  readonly text: string;
  /** Where, as the finder says. */
  readonly foundAt: string | null;
}

/**
 * `unknown`: it is no key of this installation. `ended`: it had been revoked before, and no key made from it lives.
 */
export type LeakOutcome = 'revoked' | 'ended' | 'unknown';

/**
 * Revokes a leaked key and every living key that was made from it by rotation, also where the leaked key itself has ended
 * before, and tells the client's admins. Reporting it again changes nothing.
 */
export function reportLeak(
  records: Records,
  actor: Actor,
  enqueueMail: EnqueueAccountMail,
  { text, foundAt }: LeakedKey,
): Promise<LeakOutcome> {
  if (parseKey(text) === null) return Promise.resolve('unknown');
  return records.write(async (trx) => {
    const key = await trx.selectFrom('keys').selectAll().where('hash', '=', hashKey(text)).executeTakeFirst();
    if (key === undefined) return 'unknown';
    if ((await revokeWithSuccessors(trx, actor, key.id)) === 0) return 'ended';
    await recordAudit(trx, actor, {
      client: key.client_id,
      action: 'key.leaked',
      record: { kind: 'key', id: key.id },
      after: { found_at: foundAt },
    });
    const told = { name: key.name, start: key.start ?? '', hint: key.hint };
    await tellAdmins(trx, key.client_id, (to, client) =>
      enqueueMail(trx, { kind: 'key-leaked', to, language: 'en', client, key: told, foundAt }),
    );
    return 'revoked';
  });
}
