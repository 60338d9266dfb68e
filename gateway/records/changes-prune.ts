import type { Records } from './records.ts';

/**
 * How long a row of `changes` stays. Every process reads it within a second; one that was asleep for longer than half of
 * this time looks at everything anew instead.
 */
export const CHANGES_KEPT_MS = 24 * 60 * 60 * 1_000;

/**
 * Removes rows of `changes` that every process has read by now. The newest one always stays: readings of a principal say
 * by its sequence how new they are.
 */
export async function pruneChanges({ db }: Pick<Records, 'db'>, now: number): Promise<void> {
  await db
    .deleteFrom('changes')
    .where('at', '<', now - CHANGES_KEPT_MS)
    .where('seq', '<', (eb) => eb.selectFrom('changes').select((inner) => inner.fn.max('seq').as('newest')))
    .execute();
}
