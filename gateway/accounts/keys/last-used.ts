import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Records } from '../../records/records.ts';

/** Keys in one transaction: at SQLite the event loop waits for it. */
const KEYS_AT_ONCE = 40;

/** Notes when keys were last used, by key id, in milliseconds since 1970. An earlier time never replaces a later one. */
export async function saveLastUsed(records: Records, uses: ReadonlyMap<string, number>): Promise<void> {
  // In one order everywhere, so that two processes cannot wait for each other's rows.
  const sorted = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
  for (let start = 0; start < sorted.length; start += KEYS_AT_ONCE) {
    if (start > 0) await nextTurn();
    await saveSome(records, sorted.slice(start, start + KEYS_AT_ONCE));
  }
}

function saveSome(records: Records, uses: readonly (readonly [id: string, at: number])[]): Promise<void> {
  return records.db.transaction().execute(async (trx) => {
    for (const [id, at] of uses) {
      await trx
        .updateTable('keys')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
        .execute();
    }
  });
}
