import { KeyUses } from '../../accounts/keys/key-uses.ts';
import { saveLastUsed } from '../../accounts/keys/last-used.ts';
import { readPrincipals } from '../../accounts/keys/read-principal.ts';
import { startMonthClosing } from '../../billing/month-closing.ts';
import { type Nightly, startNightlyReconciliation } from '../../billing/reconciliation/nightly.ts';
import type { Config } from '../../configuration/config.ts';
import { ChangesFeed } from '../../records/changes/changes-feed.ts';
import { RevocationFeed } from '../../records/changes/revocation-feed.ts';
import { databaseTime } from '../../records/database-time.ts';
import { gathered } from '../../records/gathered.ts';
import { workLock } from '../../records/work-lock.ts';
import { PrincipalCache } from '../../request/principal/principal-cache.ts';
import { saveCheckpoint, saveUsage } from '../../usage/checkpoint.ts';
import {
  type CheckpointLoop,
  type CheckpointStores,
  checkpointMonths,
  startCheckpointLoop,
} from '../../usage/checkpoint-loop.ts';
import { Freshness } from '../../usage/freshness.ts';
import { Losses } from '../../usage/losses.ts';
import { startSweeping } from '../../usage/sweep.ts';
import { previousMonth } from '../../values/calendar.ts';
import { type Counters, type CountersOptions, openCounters } from './counters.ts';

export interface StoresOptions extends Omit<CountersOptions, 'lost'> {
  readonly onError: (error: unknown) => void;
}

/** The records and counters as used by a process that answers calls. */
export interface Stores {
  readonly counters: Pick<Counters, 'admission' | 'clock' | 'fallback' | 'outages' | 'leases' | 'held' | 'redis'>;
  readonly keyUses: KeyUses;
  readonly principals: PrincipalCache;
  readonly changes: Pick<ChangesFeed, 'behind'>;
  readonly reconciliation: Pick<Nightly, 'last'>;
  /** How old the usage in the records is. */
  readonly freshness: Pick<Freshness, 'asOf' | 'age' | 'behind'>;
  /** What the counters have lost. */
  readonly losses: Pick<Losses, 'figures'>;
  /** Writes all counts to the records and closes the counters; the records stay open. */
  close(): Promise<void>;
}

/** Opens the counters, follows changes of the records, and starts to checkpoint the counters. */
export async function openStores(options: StoresOptions): Promise<Stores> {
  const { config, records, clocks, log, onError } = options;
  const losses = new Losses({ records, clock: clocks.wall, log: log.logger });
  const counters = await openCounters({ ...options, lost: (loss) => losses.add(loss) });
  const clock = () => counters.clock.now();
  const keyUses = new KeyUses();
  const { process, servedClients } = counters;
  const freshness = new Freshness({ records, process, clock, alone: servedClients === null });
  await freshness.start();
  const checkpointing = startCheckpointing(counters, keyUses, { freshness, losses }, options);
  const sweeping =
    servedClients === null
      ? null
      : startSweeping({
          ...{ records, servedClients, clock, onError },
          lock: workLock(records, 'sweep', process),
          marks: freshness,
          checkpoint: (...month) => checkpointMonth(checkpointStores(counters, options), ...month),
          done: (clients) => log.logger.info({ clients }, 'wrote the checkpoints of a process that fell silent'),
        });
  const closing = startMonthClosing({
    records,
    onError,
    monotonic: clocks.monotonic,
    storeTime: clock,
    databaseTime: async () => clocks.servers?.() ?? databaseTime(records),
    checkpoint: (...month) => checkpointMonth(checkpointStores(counters, options), ...month),
  });
  const reconciliation = startNightlyReconciliation({
    ...{ records, onError, clock: () => counters.clock.now(), counters: counters.store, log: options.log.logger },
    journaled: () => counters.outages?.().uncounted ?? 0,
  });
  const changes = new ChangesFeed({ records, onError, ...clocks });
  let revocations: RevocationFeed | null = null;
  const principals = new PrincipalCache({
    read: gathered((keyHashes: readonly string[]) => readPrincipals(records.db, keyHashes)),
    ...clocks,
    currentAt: () => changes.currentAt,
    revocationsAt: () => revocations?.currentAt ?? Number.NEGATIVE_INFINITY,
    staleMs: config.STALE_KEYS * 1_000,
  });
  changes.subscribe(principals);
  await changes.start();
  if (counters.redis !== undefined) {
    const { redis } = counters;
    revocations = new RevocationFeed({ db: records.db, redis, listener: principals, monotonic: clocks.monotonic });
    changes.subscribe(revocations);
    await revocations.start();
  }
  const messages = await subscribe(config, changes);
  return {
    counters,
    keyUses,
    principals,
    changes,
    reconciliation,
    freshness,
    losses,
    async close() {
      await messages?.stop();
      await changes.stop();
      await revocations?.stop();
      await closing.stop();
      await reconciliation.stop();
      await sweeping?.stop();
      // The last checkpoint then contains what they admitted.
      await counters.admission.closeLeases();
      const complete = await checkpointing.stop();
      // Answered calls may still be in a journal.
      await freshness.end(complete && counters.admission.progress() !== null).catch(onError);
      await counters.close();
    },
  };
}

function startCheckpointing(
  counters: Counters,
  keyUses: KeyUses,
  { freshness, losses }: { freshness: Freshness; losses: Losses },
  options: StoresOptions,
): CheckpointLoop {
  const { admission, clock, left, wholeCheckpointEveryMs, removeBefore } = counters;
  const { records, onError } = options;
  const checkpointing = startCheckpointLoop({
    ...checkpointStores(counters, options),
    ...(left && { left }),
    wholeEveryMs: wholeCheckpointEveryMs,
    takeTouched: () => admission.takeTouched(),
    async flush() {
      await admission.flush();
      await saveLastUsed(records, keyUses.take());
    },
    progress: () => admission.progress(),
    async checkpointed(progress) {
      // Before the mark moves: the calls that are lost came after it.
      const { asOf } = freshness;
      await freshness.checkpointed(progress);
      await losses.report(asOf);
    },
    onError,
  });
  // In the background: after a long time there may be many counters, and calls need none of this.
  checkpointing
    .checkpointNow()
    .then(async (checkpointed) => {
      if (!checkpointed) return;
      // Once the counters are removed, a power cut must not undo their checkpoint.
      await records.bulk.sync();
      await removeBefore(previousMonth(clock.now()));
    })
    .catch(onError);
  return checkpointing;
}

function checkpointStores({ store, admission }: Counters, { records }: StoresOptions): CheckpointStores {
  return {
    store,
    saveUsage: (pages) => saveUsage(records, pages),
    async save(snapshots) {
      for (const held of await saveCheckpoint(records, ...snapshots)) admission.checkpointed(held);
    },
  };
}

/** Clients per checkpoint. */
const CLIENTS_AT_ONCE = 50;

/**
 * Checkpoints a month of these clients in full, even if another process served them: a killed process may have left
 * counts behind.
 */
async function checkpointMonth(stores: CheckpointStores, clients: readonly string[], month: string): Promise<void> {
  for (let start = 0; start < clients.length; start += CLIENTS_AT_ONCE) {
    const chunk = clients.slice(start, start + CLIENTS_AT_ONCE);
    await checkpointMonths(
      stores,
      chunk.map((client) => ({ client, month, names: 'all' })),
    );
  }
}

/** Redis messages speed up the feed; without Redis its polling is fast enough. */
async function subscribe({ REDIS_URL }: Config, changes: ChangesFeed) {
  if (REDIS_URL === null) return null;
  const { ChangesSubscriber } = await import('../../records/changes/changes-subscriber.ts');
  const subscriber = new ChangesSubscriber(REDIS_URL.reveal(), changes);
  subscriber.start();
  return subscriber;
}
