import type { Records } from '../../records/records.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import type { EnqueueAccountMail } from '../account-mail.ts';
import { tellAdmins } from '../clients/admins.ts';
import { revokeWithSuccessors } from './key-end.ts';
import { hashKey, parseKey } from './key-format.ts';

/** A key that was found in a public place. */
export interface LeakedKey {
  readonly text: string;
  /** Where the reporter found it; `null` if the report does not say. */
  readonly foundAt: string | null;
}

/**
 * `unknown`: not a key of this installation. `ended`: the key was already revoked, and no key made from it is living.
 */
export type LeakOutcome = 'revoked' | 'ended' | 'unknown';

/**
 * Revokes a leaked key and every living key that rotations made from it, even if the leaked key has already ended, and
 * mails the client's admins. A repeated report changes nothing.
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
    const leaked = { name: key.name, start: key.start ?? '', hint: key.hint };
    await tellAdmins(trx, key.client_id, (to, client) =>
      enqueueMail(trx, { kind: 'key-leaked', to, language: 'en', client, key: leaked, foundAt }),
    );
    return 'revoked';
  });
}
