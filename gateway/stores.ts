import { randomUUID } from 'node:crypto';
import { KeyUses } from './accounts/key-uses.ts';
import { saveLastUsed } from './accounts/last-used.ts';
import { readLimits } from './accounts/limits.ts';
import { readPrincipal } from './accounts/read-principal.ts';
import type { Config } from './config.ts';
import { type Counters, openCounters } from './counters.ts';
import type { GatewayLog } from './ops/logger.ts';
import { PrincipalCache } from './pipeline/principal-cache.ts';
import { type Admission, createAdmission } from './quota/admission.ts';
import { previousMonth } from './quota/calendar.ts';
import { ChangesFeed } from './records/changes-feed.ts';
import { readFold, saveFold } from './records/fold.ts';
import type { Records } from './records/records.ts';
import { type FoldLoop, startFoldLoop } from './usage/fold-loop.ts';

export interface StoresOptions {
  readonly config: Config;
  readonly records: Records;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<GatewayLog, 'logger'>;
  readonly onError: (error: unknown) => void;
}

/** What a process that answers calls knows of records and counters. */
export interface Stores {
  readonly admission: Admission;
  readonly keyUses: KeyUses;
  readonly principals: PrincipalCache;
  readonly changes: Pick<ChangesFeed, 'behind'>;
  readonly redis: Counters['redis'];
  /** Brings all that is counted into the records and closes the counters; the records stay open. */
  close(): Promise<void>;
}

/** Opens the counters, follows the changes of the records, and folds the counters into them from now on. */
export async function openStores(options: StoresOptions): Promise<Stores> {
  const { config, records, clock, log, onError } = options;
  const counters = await openCounters(config, (risk) => log.logger.warn(risk));
  const admission = admissionOver(counters, options);
  const keyUses = new KeyUses();
  const folding = startFolding(counters, admission, keyUses, options);
  const principals = new PrincipalCache({ read: (keyHash) => readPrincipal(records.db, keyHash), now: clock });
  const changes = new ChangesFeed({ records, onError });
  changes.subscribe(principals);
  await changes.start();
  const messages = await subscribe(config, changes);
  return {
    admission,
    keyUses,
    principals,
    changes,
    redis: counters.redis,
    async close() {
      await messages?.stop();
      await changes.stop();
      await folding.stop();
      await counters.store.close();
    },
  };
}

function admissionOver({ store }: Counters, { records, clock, log }: StoresOptions): Admission {
  return createAdmission({
    store,
    clock,
    process: randomUUID(),
    loadFold: (client, month) => readFold(records.db, client, month),
    loadLimits: async (client) => {
      const limits = await readLimits(records.db, client);
      if (!limits) throw new Error(`the client ${client} is gone`);
      return limits;
    },
    log: log.logger,
  });
}

function startFolding(
  { store, left, removeBefore }: Counters,
  admission: Admission,
  keyUses: KeyUses,
  { records, clock, onError }: StoresOptions,
): FoldLoop {
  const folding = startFoldLoop({
    store,
    left,
    takeTouched: () => admission.takeTouched(),
    async flush() {
      await admission.flush();
      await saveLastUsed(records, keyUses.take());
    },
    async save(snapshots) {
      for (const held of await saveFold(records, ...snapshots)) admission.folded(held);
    },
    onError,
  });
  // In the background: the counters of a long life are many, and calls need none of this.
  void folding.foldNow().then((folded) => {
    if (folded) removeBefore(previousMonth(clock()));
  });
  return folding;
}

/** Messages make the feed faster; without Redis it looks by itself often enough. */
async function subscribe({ REDIS_URL }: Config, changes: ChangesFeed) {
  if (REDIS_URL === null) return null;
  const { ChangesSubscriber } = await import('./records/changes-subscriber.ts');
  const subscriber = new ChangesSubscriber(REDIS_URL.reveal(), changes);
  subscriber.start();
  return subscriber;
}
