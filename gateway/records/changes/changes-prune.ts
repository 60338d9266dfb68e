import { sql } from 'kysely';
import { type PruneOptions, prune } from '../prune.ts';

/**
 * How long a row of `changes` stays. Every process reads it within a second; one that was asleep for longer than half of
 * this time looks at everything anew instead.
 */
export const CHANGES_KEPT_MS = 24 * 60 * 60 * 1_000;

/**
 * Removes rows of `changes` that every process has read by now. The newest one always stays: readings of a principal say
 * by its sequence how new they are.
 */
export async function pruneChanges(options: PruneOptions, now: number): Promise<void> {
  const old = sql<boolean>`at < ${now - CHANGES_KEPT_MS} and seq < (select max(seq) from changes)`;
  await prune(options, 'changes', 'seq', old, 'in-order');
}
