import { AccountError } from '../../records/account-error.ts';
import type { Change, Records } from '../../records/records.ts';
import type { KeyRow } from '../../records/tables.ts';
import { type Actor, recordAudit, recordChange } from '../../records/trail.ts';
import { requireName } from '../clients/clients.ts';
import { familyOf, isLiving, livingOf } from './key-family.ts';
import { changedColumns, type KeySettingColumns, type KeySettings } from './key-settings.ts';
import { type KeyScope, requireKey } from './keys.ts';

/** Changes to a key; an absent member keeps its value. */
export interface KeyChange extends Partial<KeySettings> {
  readonly name?: string;
}

/**
 * Renames a key or changes its settings; every process applies the change within a second. The cap belongs to the
 * family: changing it changes every living key of the family. All other settings belong to this key alone.
 *
 * @throws AccountError `unknown-key`, `key-ended` (revoked or expired), `bad-value`
 */
export function changeKey(
  records: Records,
  actor: Actor,
  keyId: string,
  change: KeyChange,
  scope: KeyScope | null = null,
): Promise<void> {
  return records.write(async (trx) => {
    const key = await requireKey(trx, keyId, scope);
    if (!isLiving(key, actor.at)) throw new AccountError('key-ended', `Key ${keyId} has ended`);
    const columns = {
      ...(change.name === undefined ? {} : { name: requireName(change.name) }),
      ...changedColumns(change),
    };
    await setColumns(trx, actor, key, columns);
    const { cap } = columns;
    if (cap === undefined) return;
    for (const other of await livingOf(trx, familyOf(key), actor.at)) {
      if (other.id !== keyId) await setColumns(trx, actor, other, { cap });
    }
  });
}

async function setColumns(
  trx: Change,
  actor: Actor,
  key: KeyRow,
  columns: Partial<KeySettingColumns & Pick<KeyRow, 'name'>>,
): Promise<void> {
  const { name, calculators, networks, cap, rotates_itself } = key;
  const held: Readonly<Record<string, unknown>> = { name, calculators, networks, cap, rotates_itself };
  const before = Object.fromEntries(Object.keys(columns).map((column) => [column, held[column]]));
  if (JSON.stringify(before) === JSON.stringify(columns)) return;
  await trx.updateTable('keys').set(columns).where('id', '=', key.id).execute();
  await recordChange(trx, actor, 'key', key.id);
  await recordAudit(trx, actor, {
    client: key.client_id,
    action: 'key.change',
    record: { kind: 'key', id: key.id },
    before,
    after: columns,
  });
}
