import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CounterStore, Snapshot, UsageEpoch, UsageName, UsagePage, UsageRow } from './contract.ts';

/** A client and month to checkpoint: the rows of these names, or all rows. */
export interface MonthToCheckpoint {
  readonly client: string;
  readonly month: string;
  readonly names: readonly UsageName[] | 'all';
}

/** Usage rows and their epoch. */
export interface UsageOfEpoch {
  readonly of: UsageEpoch;
  readonly rows: readonly UsageRow[];
}

/** Rows read at once, which bounds how long the event loop is blocked. */
const NAMES_AT_ONCE = 500;

/**
 * Reads a snapshot to checkpoint. It reads usage after the counters, so the usage of every counted unit is included.
 * All rows of a month may be many: they go to `save` a page at a time, and the snapshot then contains none.
 *
 * @returns `null` if the store has no counters
 * @throws if the counters are replaced meanwhile; the next attempt must read all rows
 */
export async function readSnapshot(
  store: Pick<CounterStore, 'counters' | 'usage' | 'usagePage'>,
  { client, month, names }: MonthToCheckpoint,
  save: (page: UsageOfEpoch) => Promise<void>,
): Promise<Snapshot | null> {
  const counters = await store.counters(client, month);
  if (counters === null) return null;
  const of = { client, month, epoch: counters.counter.epoch };
  if (names !== 'all') return { ...counters, usage: await usageOf(store, of, names) };
  let cursor: string | null = null;
  do {
    const page: UsagePage = present(await store.usagePage(of, cursor));
    await save({ of, rows: page.rows });
    cursor = page.next;
  } while (cursor !== null);
  return { ...counters, usage: [] };
}

async function usageOf(
  store: Pick<CounterStore, 'usage'>,
  of: UsageEpoch,
  names: readonly UsageName[],
): Promise<readonly UsageRow[]> {
  const usage: UsageRow[] = [];
  for (let start = 0; start < names.length; start += NAMES_AT_ONCE) {
    if (start > 0) await nextTurn();
    usage.push(...present(await store.usage(of, names.slice(start, start + NAMES_AT_ONCE))));
  }
  return usage;
}

function present<T>(read: T | null): T {
  if (read === null) throw new Error('the counters of a month were replaced while they were checkpointed');
  return read;
}
