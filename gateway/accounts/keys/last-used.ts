import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Records } from '../../records/records.ts';

/** Keys per transaction: with SQLite each transaction blocks the event loop. */
const KEYS_AT_ONCE = 40;

/**
 * Saves when keys were last used, by key id, in milliseconds since 1970. An earlier time never replaces a later one.
 */
export async function saveLastUsed(records: Records, uses: ReadonlyMap<string, number>): Promise<void> {
  // Every process updates rows in the same order, so that two processes cannot deadlock.
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
