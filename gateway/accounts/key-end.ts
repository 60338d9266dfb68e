import type { Change, Records } from '../records/records.ts';
import type { KeyRow } from '../records/tables.ts';
import { type Actor, recordAudit, recordChange } from '../records/trail.ts';
import { AccountError } from './account-error.ts';
import { type IssuedKey, issue, type KeyScope, requireKey } from './keys.ts';

/** The successor, and until when the old key still works. */
export interface Rotation {
  readonly successor: IssuedKey;
  readonly oldKeyEnds: number;
}

/**
 * Replaces a key. The successor inherits everything, the expiry too; the old key works for `overlap` milliseconds more
 * but never longer than it would have: a rotation must not make a temporary key permanent.
 *
 * @throws AccountError `unknown-key`, `key-ended` (revoked or expired), `key-replaced`, `bad-value`
 */
export function rotateKey(
  records: Records,
  actor: Actor,
  keyId: string,
  overlap: number,
  scope: KeyScope | null = null,
): Promise<Rotation> {
  return records.write(async (trx) => {
    const old = await requireKey(trx, keyId, scope);
    if (old.revoked_at !== null || (old.expires_at !== null && old.expires_at <= actor.at)) {
      throw new AccountError('key-ended', `Key ${keyId} has ended: create a new one`);
    }
    if (old.replaced_by !== null) {
      throw new AccountError('key-replaced', `Key ${keyId} was replaced by ${old.replaced_by}: rotate that one`);
    }
    if (!Number.isSafeInteger(overlap) || overlap < 0) {
      throw new AccountError('bad-value', 'The overlap of two keys is not negative');
    }
    const { client_id, user_id, name, environment, expires_at, calculators, networks, cap } = old;
    const properties = { client_id, user_id, name, environment, expires_at, calculators, networks, cap };
    const successor = await issue(trx, actor, 'key.create', properties);
    const oldKeyEnds = Math.min(expires_at ?? Number.POSITIVE_INFINITY, actor.at + overlap);
    await trx
      .updateTable('keys')
      .set({ expires_at: oldKeyEnds, replaced_by: successor.id })
      .where('id', '=', keyId)
      .execute();
    await recordChange(trx, actor, 'key', keyId);
    await recordAudit(trx, actor, {
      client: client_id,
      action: 'key.rotate',
      record: { kind: 'key', id: keyId },
      before: { expires_at },
      after: { expires_at: oldKeyEnds, replaced_by: successor.id },
    });
    return { successor, oldKeyEnds };
  });
}

/**
 * Ends a key now and for ever; its row stays, so that a late read finds it revoked rather than missing. Revoking a
 * revoked key changes nothing. @throws AccountError `unknown-key`
 */
export function revokeKey(records: Records, actor: Actor, keyId: string, scope: KeyScope | null = null): Promise<void> {
  return records.write(async (trx) => {
    await revoke(trx, actor, await requireKey(trx, keyId, scope));
  });
}

/** `revokeKey` as a part of a greater change. */
export async function revoke(
  trx: Change,
  actor: Actor,
  key: Pick<KeyRow, 'id' | 'client_id' | 'revoked_at'>,
): Promise<void> {
  if (key.revoked_at !== null) return;
  await trx.updateTable('keys').set({ revoked_at: actor.at }).where('id', '=', key.id).execute();
  await recordChange(trx, actor, 'key', key.id);
  await recordAudit(trx, actor, {
    client: key.client_id,
    action: 'key.revoke',
    record: { kind: 'key', id: key.id },
    before: { revoked_at: null },
    after: { revoked_at: actor.at },
  });
}
