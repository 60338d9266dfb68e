import type { Records } from '../../records/records.ts';

/** Keys per transaction. */
const KEYS_AT_ONCE = 500;

/**
 * Saves when keys were last used, by key id, in milliseconds since 1970. An earlier time never replaces a later one.
 */
export async function saveLastUsed(
  { bulk, dialect }: Pick<Records, 'bulk' | 'dialect'>,
  uses: Iterable<readonly [id: string, at: number]>,
): Promise<void> {
  const text = SAVE_USES[dialect];
  let rows: (readonly [id: string, at: number])[] = [];
  for (const use of uses) {
    rows.push(use);
    if (rows.length < KEYS_AT_ONCE) continue;
    await bulk.write({ text, rows });
    rows = [];
  }
  if (rows.length > 0) await bulk.write({ text, rows });
}

/** In PostgreSQL every process locks the rows in the same order, so that two processes cannot deadlock. */
const SAVE_USES = { sqlite: saveUses(''), postgres: saveUses('order by keys.id for no key update of keys') };

function saveUses(locked: string): string {
  const at = 'cast(given.value ->> 1 as bigint)';
  return `
    update keys set last_used_at = later.at
    from (
      select keys.id, ${at} as at from given join keys on keys.id = given.value ->> 0
      where keys.last_used_at is null or keys.last_used_at < ${at}
      ${locked}
    ) as later
    where keys.id = later.id`;
}
