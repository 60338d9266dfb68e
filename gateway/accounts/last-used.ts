import type { Records } from '../records/records.ts';

/** Notes when keys were last used, by key id, in milliseconds since 1970. An earlier time never replaces a later one. */
export async function saveLastUsed(records: Records, uses: ReadonlyMap<string, number>): Promise<void> {
  if (uses.size === 0) {
    return;
  }
  await records.db.transaction().execute(async (trx) => {
    // In one order everywhere, so that two processes cannot wait for each other's rows.
    for (const [id, at] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1))) {
      await trx
        .updateTable('keys')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
        .execute();
    }
  });
}
