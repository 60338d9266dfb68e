import type { Records } from '../records/records.ts';
import { type Actor, recordAudit, recordChange } from '../records/trail.ts';
import { AccountError } from './account-error.ts';
import { requireName } from './clients.ts';
import { changedColumns, type KeySettings } from './key-settings.ts';
import { type KeyScope, requireKey } from './keys.ts';

/** What may be changed of a key; a member that is absent stays. */
export interface KeyChange extends Partial<KeySettings> {
  readonly name?: string;
}

/**
 * Renames a key, or changes what it may do, everywhere within a second.
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
    if (key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= actor.at)) {
      throw new AccountError('key-ended', `Key ${keyId} has ended`);
    }
    const columns = {
      ...(change.name === undefined ? {} : { name: requireName(change.name) }),
      ...changedColumns(change),
    };
    const { name, calculators, networks, cap } = key;
    const held: Readonly<Record<string, unknown>> = { name, calculators, networks, cap };
    const before = Object.fromEntries(Object.keys(columns).map((column) => [column, held[column]]));
    if (JSON.stringify(before) === JSON.stringify(columns)) return;
    await trx.updateTable('keys').set(columns).where('id', '=', keyId).execute();
    await recordChange(trx, actor, 'key', keyId);
    await recordAudit(trx, actor, {
      client: key.client_id,
      action: 'key.change',
      record: { kind: 'key', id: keyId },
      before,
      after: columns,
    });
  });
}
