import type { CounterStore, Snapshot, UsageRow } from '../../contract.ts';
import { readSnapshot } from '../../read-snapshot.ts';

/** The counters of a client and month with all their usage rows; `null` if there are none. */
export async function wholeSnapshot(
  store: Pick<CounterStore, 'counters' | 'usage' | 'usagePage'>,
  client: string,
  month: string,
): Promise<Snapshot | null> {
  const usage: UsageRow[] = [];
  const snapshot = await readSnapshot(store, { client, month, names: 'all' }, async ({ rows }) => {
    usage.push(...rows);
  });
  return snapshot && { ...snapshot, usage };
}
