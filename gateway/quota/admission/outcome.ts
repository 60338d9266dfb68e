import { monthOf } from '../../values/calendar.ts';
import type { Admit, Checkpoint, Recalled, RecallingStore } from '../contract.ts';

const MOST_LOADS = 4;

/**
 * The outcome of a command without an answer. A store that lost data may have lost the command although the checkpoint
 * contains it, so the checkpoint is loaded before a command is taken as not run.
 */
export async function outcomeOf(
  store: Pick<RecallingStore, 'recall' | 'load'>,
  loadCheckpoint: (client: string, month: string) => Promise<Checkpoint>,
  command: Admit,
): Promise<Exclude<Recalled, 'unknown'>> {
  const { client, at } = command;
  const month = monthOf(at);
  for (let loads = 0; loads <= MOST_LOADS; loads += 1) {
    const outcome = await store.recall(command);
    if (outcome !== 'unknown' && (outcome !== null || loads > 0)) return outcome;
    await store.load(client, month, await loadCheckpoint(client, month));
  }
  throw new Error('the counters stay unknown after loading them');
}
