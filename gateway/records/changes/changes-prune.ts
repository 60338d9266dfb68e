import { sql } from 'kysely';
import { type PruneOptions, prune } from '../prune.ts';

/**
 * How long a row of `changes` is kept. Every process reads it within a second. A process that slept for longer than
 * half of this time revalidates everything instead.
 */
export const CHANGES_KEPT_MS = 24 * 60 * 60 * 1_000;

/**
 * Removes rows of `changes` that every process has read. The newest row always stays, because cached principals are
 * versioned by its sequence.
 */
export async function pruneChanges(options: PruneOptions, now: number): Promise<void> {
  const old = sql<boolean>`at < ${now - CHANGES_KEPT_MS} and seq < (select max(seq) from changes)`;
  await prune(options, 'changes', 'seq', old, 'in-order');
}
