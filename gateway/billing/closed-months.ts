import type { Reader } from '../records/records.ts';
import { monthEnd } from '../values/calendar.ts';

/** The last closed month; all earlier months are closed too. `null` if none is. */
export async function lastClosed(db: Reader): Promise<string | null> {
  const { last } = await db
    .selectFrom('closed_months')
    .select((eb) => eb.fn.max<string | null>('month').as('last'))
    .executeTakeFirstOrThrow();
  return last;
}

/**
 * The instant nearest to `at` that belongs to an open month. An entry of a machine whose clock is behind would otherwise
 * change the statement of a closed month.
 */
export async function openInstant(db: Reader, at: number): Promise<number> {
  const last = await lastClosed(db);
  return last === null ? at : Math.max(at, monthEnd(last));
}
