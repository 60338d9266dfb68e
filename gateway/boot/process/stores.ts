import { KeyUses } from '../../accounts/keys/key-uses.ts';
import { saveLastUsed } from '../../accounts/keys/last-used.ts';
import { readPrincipal } from '../../accounts/keys/read-principal.ts';
import { startMonthClosing } from '../../billing/month-closing.ts';
import type { Config } from '../../configuration/config.ts';
import { PrincipalCache } from '../../pipeline/principal-cache.ts';
import { ChangesFeed } from '../../records/changes/changes-feed.ts';
import { saveFold, saveUsage } from '../../usage/fold.ts';
import { type FoldLoop, type FoldStores, foldMonths, startFoldLoop } from '../../usage/fold-loop.ts';
import { previousMonth } from '../../values/calendar.ts';
import { type Counters, type CountersOptions, openCounters } from './counters.ts';

export interface StoresOptions extends CountersOptions {
  readonly onError: (error: unknown) => void;
}

/** What a process that answers calls knows of records and counters. */
export interface Stores {
  readonly counters: Pick<Counters, 'admission' | 'fallback' | 'outages' | 'redis'>;
  readonly keyUses: KeyUses;
  readonly principals: PrincipalCache;
  readonly changes: Pick<ChangesFeed, 'behind'>;
  /** Brings all that is counted into the records and closes the counters; the records stay open. */
  close(): Promise<void>;
}

/** Opens the counters, follows the changes of the records, and folds the counters into them from now on. */
export async function openStores(options: StoresOptions): Promise<Stores> {
  const { config, records, clock, onError } = options;
  const counters = await openCounters(options);
  const keyUses = new KeyUses();
  const folding = startFolding(counters, keyUses, options);
  const closing = startMonthClosing({
    records,
    clock,
    onError,
    fold: (...month) => foldMonth(foldStores(counters, options), ...month),
  });
  const principals = new PrincipalCache({ read: (keyHash) => readPrincipal(records.db, keyHash), now: clock });
  const changes = new ChangesFeed({ records, onError });
  changes.subscribe(principals);
  await changes.start();
  const messages = await subscribe(config, changes);
  return {
    counters,
    keyUses,
    principals,
    changes,
    async close() {
      await messages?.stop();
      await changes.stop();
      await closing.stop();
      await folding.stop();
      await counters.close();
    },
  };
}

function startFolding(counters: Counters, keyUses: KeyUses, options: StoresOptions): FoldLoop {
  const { admission, left, wholeFoldEveryMs, removeBefore } = counters;
  const { records, clock, onError } = options;
  const folding = startFoldLoop({
    ...foldStores(counters, options),
    ...(left && { left }),
    wholeEveryMs: wholeFoldEveryMs,
    takeTouched: () => admission.takeTouched(),
    async flush() {
      await admission.flush();
      await saveLastUsed(records, keyUses.take());
    },
    onError,
  });
  // In the background: the counters of a long life are many, and calls need none of this.
  folding
    .foldNow()
    .then((folded) => (folded ? removeBefore(previousMonth(clock())) : undefined))
    .catch(onError);
  return folding;
}

function foldStores({ store, admission }: Counters, { records }: StoresOptions): FoldStores {
  return {
    store,
    saveUsage: (pages) => saveUsage(records, pages),
    async save(snapshots) {
      for (const held of await saveFold(records, ...snapshots)) admission.folded(held);
    },
  };
}

/** Clients whose counters are written together. */
const CLIENTS_AT_ONCE = 50;

/** Folds all of a month of clients whoever has served them: a process that was killed may have left some. */
async function foldMonth(stores: FoldStores, clients: readonly string[], month: string): Promise<void> {
  for (let start = 0; start < clients.length; start += CLIENTS_AT_ONCE) {
    const chunk = clients.slice(start, start + CLIENTS_AT_ONCE);
    await foldMonths(
      stores,
      chunk.map((client) => ({ client, month, names: 'all' })),
    );
  }
}

/** Messages make the feed faster; without Redis it looks by itself often enough. */
async function subscribe({ REDIS_URL }: Config, changes: ChangesFeed) {
  if (REDIS_URL === null) return null;
  const { ChangesSubscriber } = await import('../../records/changes/changes-subscriber.ts');
  const subscriber = new ChangesSubscriber(REDIS_URL.reveal(), changes);
  subscriber.start();
  return subscriber;
}
