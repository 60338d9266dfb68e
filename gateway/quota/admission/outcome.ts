import { monthOf } from '../../values/calendar.ts';
import type { Admit, Recalled, RecallingStore } from '../contract.ts';

const MOST_LOADS = 4;

/**
 * Whether the outcome of a command must be learned if it gets no answer: it may have counted calls. A forced command is
 * repeated under its sequence until it is answered.
 */
export function mayBeInDoubt({ forced, items, lease }: Admit): boolean {
  return !forced && (items.length > 0 || (lease?.report?.rows.length ?? 0) > 0);
}

/** Whether a command that was in doubt has counted its report of a lease. */
export function hasReported(outcome: Exclude<Recalled, 'unknown'>): boolean {
  if (outcome === null) return false;
  // The checkpoint of a later command may contain this one.
  if (outcome === 'contained' || outcome === 'followed') return true;
  return outcome.kind === 'decided' && outcome.lease?.report === 'counted';
}

/**
 * The outcome of a command without an answer. A store that lost data may have lost the command although the checkpoint
 * contains it, so the checkpoint is loaded before a command is taken as not run.
 *
 * @param load loads the checkpoint of a client and month into the store
 */
export async function outcomeOf(
  store: Pick<RecallingStore, 'recall'>,
  load: (client: string, month: string) => Promise<unknown>,
  command: Admit,
): Promise<Exclude<Recalled, 'unknown'>> {
  const { client, at } = command;
  const month = monthOf(at);
  for (let loads = 0; loads <= MOST_LOADS; loads += 1) {
    const outcome = await store.recall(command);
    if (outcome !== 'unknown' && (outcome !== null || loads > 0)) return outcome;
    await load(client, month);
  }
  throw new Error('the counters stay unknown after loading them');
}
