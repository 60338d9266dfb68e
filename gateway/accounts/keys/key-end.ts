import type { Change, Records } from '../../records/records.ts';
import type { KeyRow } from '../../records/tables.ts';
import { type Actor, AT_ONCE, recordAudit, recordChange } from '../../records/trail.ts';
import { isLiving, withSuccessors } from './key-family.ts';
import { type KeyScope, requireKey } from './keys.ts';

/** Whether revoking a key also revokes the keys that rotations made from it. */
export type Successors = 'end' | 'keep';

/**
 * Revokes a key permanently, together with every living key that rotations made from it: the finder of a leaked key may
 * have rotated it. Earlier keys of the family stay valid, and with `keep` the successors do too. The row stays, so that
 * a late read finds a revoked key and not a missing one. Revoking the key again only revokes successors that are still
 * living.
 *
 * @throws AccountError `unknown-key`
 */
export function revokeKey(
  records: Records,
  actor: Actor,
  keyId: string,
  scope: KeyScope | null = null,
  successors: Successors = 'end',
): Promise<void> {
  return records.write(async (trx) => {
    const key = await requireKey(trx, keyId, scope);
    if (successors === 'keep') await revokeRows(trx, actor, [key]);
    else await revokeWithSuccessors(trx, actor, key.id);
  });
}

/** Revokes a key and the living keys made from it, within a larger change. @returns how many keys were revoked */
export async function revokeWithSuccessors(trx: Change, actor: Actor, keyId: string): Promise<number> {
  const chain = await withSuccessors(trx, keyId);
  return revokeRows(
    trx,
    actor,
    chain.filter((key) => key.id === keyId || isLiving(key, actor.at)),
  );
}

/** Revokes the keys that are not revoked yet, and returns how many there were. */
export async function revokeRows(
  trx: Change,
  actor: Actor,
  keys: readonly Pick<KeyRow, 'id' | 'client_id' | 'revoked_at'>[],
): Promise<number> {
  const open = keys.filter(({ revoked_at }) => revoked_at === null);
  for (const key of open) {
    await trx.updateTable('keys').set({ revoked_at: actor.at }).where('id', '=', key.id).execute();
    await recordChange(trx, actor, 'key', key.id, AT_ONCE);
    await recordAudit(trx, actor, {
      client: key.client_id,
      action: 'key.revoke',
      record: { kind: 'key', id: key.id },
      before: { revoked_at: null },
      after: { revoked_at: actor.at },
    });
  }
  return open.length;
}
