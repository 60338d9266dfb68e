import type { Records } from '../../records/records.ts';
import type { KeyUse } from './key-uses.ts';

/**
 * Saves when keys were last used, a page per transaction. An earlier time never replaces a later one. Other work runs
 * between two pages.
 */
export async function saveLastUsed(
  { bulk, dialect }: Pick<Records, 'bulk' | 'dialect'>,
  pages: Iterable<readonly KeyUse[]>,
): Promise<void> {
  for (const rows of pages) {
    await bulk.write({ text: SAVE_USES[dialect], rows });
  }
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
