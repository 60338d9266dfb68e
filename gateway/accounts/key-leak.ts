import type { Records } from '../records/records.ts';
import { type Actor, recordAudit } from '../records/trail.ts';
import type { TellByMail } from './account-mail.ts';
import { revoke } from './key-end.ts';
import { hashKey, parseKey } from './key-format.ts';

/** A key that somebody found where it must not be. */
export interface LeakedKey {
  readonly text: string;
  /** Where, as the finder says. */
  readonly foundAt: string | null;
}

/** `unknown`: it is no key of this installation. `ended`: it had been revoked before. */
export type LeakOutcome = 'revoked' | 'ended' | 'unknown';

/** Revokes a leaked key and tells the client's admins, once however often it is reported. */
export function reportLeak(
  records: Records,
  actor: Actor,
  tell: TellByMail,
  { text, foundAt }: LeakedKey,
): Promise<LeakOutcome> {
  if (parseKey(text) === null) return Promise.resolve('unknown');
  return records.write(async (trx) => {
    const key = await trx.selectFrom('keys').selectAll().where('hash', '=', hashKey(text)).executeTakeFirst();
    if (key === undefined) return 'unknown';
    if (key.revoked_at !== null) return 'ended';
    await revoke(trx, actor, key);
    await recordAudit(trx, actor, {
      client: key.client_id,
      action: 'key.leaked',
      record: { kind: 'key', id: key.id },
      after: { found_at: foundAt },
    });
    const { name: client } = await trx
      .selectFrom('clients')
      .select('name')
      .where('id', '=', key.client_id)
      .executeTakeFirstOrThrow();
    const admins = await trx
      .selectFrom('users')
      .select('email')
      .where('client_id', '=', key.client_id)
      .where('role', '=', 'admin')
      .where('state', '=', 'active')
      .execute();
    for (const { email: to } of admins) {
      if (to === null) continue;
      const told = { name: key.name, start: key.start ?? '', hint: key.hint };
      await tell(trx, { kind: 'key-leaked', to, language: 'en', client, key: told, foundAt });
    }
    return 'revoked';
  });
}
