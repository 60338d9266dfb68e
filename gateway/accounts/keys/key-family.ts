import { sql } from 'kysely';
import type { Change } from '../../records/records.ts';
import type { KeyRow } from '../../records/tables.ts';

/**
 * The family of a key in SQL. Gateways of an earlier release, which may run beside this one, leave the column empty.
 */
export const FAMILY = sql<string>`coalesce(nullif(keys.family, ''), keys.id)`;

/** The family of a row of `keys`. */
export function familyOf({ family, id }: Pick<KeyRow, 'family' | 'id'>): string {
  return family === '' ? id : family;
}

/** Whether a key is neither revoked nor expired at `now`. */
export function isLiving({ revoked_at, expires_at }: Pick<KeyRow, 'revoked_at' | 'expires_at'>, now: number): boolean {
  return revoked_at === null && (expires_at === null || expires_at > now);
}

/** The living keys of a family at `now`. */
export async function livingOf(trx: Change, family: string, now: number): Promise<KeyRow[]> {
  const rows = await trx
    .selectFrom('keys')
    .selectAll()
    .where((eb) => eb.or([eb('family', '=', family), eb('id', '=', family)]))
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.filter((row) => isLiving(row, now));
}

/** A key and every key that rotations made from it, directly or indirectly, oldest first. */
export function withSuccessors(trx: Change, keyId: string): Promise<KeyRow[]> {
  return trx
    .withRecursive('made(id, next)', (cte) =>
      cte
        .selectFrom('keys')
        .select(['id', 'replaced_by as next'])
        .where('id', '=', keyId)
        .union((chain) =>
          chain
            .selectFrom('made')
            .innerJoin('keys', 'keys.id', 'made.next')
            .select(['keys.id', 'keys.replaced_by as next']),
        ),
    )
    .selectFrom('keys')
    .selectAll('keys')
    .where('keys.id', 'in', (eb) => eb.selectFrom('made').select('made.id'))
    .orderBy('keys.created_at')
    .orderBy('keys.id')
    .execute();
}
