import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Cluster, Redis } from 'ioredis';
import { readLastLimits } from '../../accounts/plans/limits.ts';
import type { Config } from '../../configuration/config.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { Admission, type AdmissionOptions } from '../../quota/admission/admission.ts';
import type { CounterStore } from '../../quota/contract.ts';
import { EmbeddedStore } from '../../quota/embedded/embedded.ts';
import type { OutageFigures } from '../../quota/redis/outage/guard-admission.ts';
import type { Records } from '../../records/records.ts';
import { readCheckpoint } from '../../usage/checkpoint.ts';
import type { CheckpointLoopOptions } from '../../usage/checkpoint-loop.ts';

/** The counters of this installation, and the way of this process's calls to them. */
export interface Counters {
  readonly admission: Pick<
    Admission,
    'admit' | 'keep' | 'giveBack' | 'recordUncharged' | 'takeTouched' | 'checkpointed' | 'flush'
  >;
  readonly store: Pick<CounterStore, 'counters' | 'usage' | 'usagePage'>;
  /** True while calls are answered that the counters do not know of yet. */
  readonly fallback: boolean;
  /** What outages of the counters have brought with them; `null` for counters that have none. */
  readonly outages: (() => OutageFigures) | null;
  /** Clients and months that a process before this one may have left without a checkpoint; `undefined` where others see to them. */
  readonly left: CheckpointLoopOptions['left'];
  /** See {@link CheckpointLoopOptions.wholeEveryMs}. */
  readonly wholeCheckpointEveryMs: number | null;
  /** Removes months that are checkpointed and over. */
  removeBefore(month: string): Promise<void>;
  /** The connection, for what else all processes share; `undefined` without Redis. */
  readonly redis?: Redis | Cluster;
  close(): Promise<void>;
}

export interface CountersOptions {
  readonly config: Config;
  readonly records: Records;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<GatewayLog, 'logger'>;
}

/**
 * Opens the counters where the configuration has them. A Redis that is away is an outage from the start.
 *
 * @throws UnsuitableRedis if counts would not be safe in it
 */
export async function openCounters(options: CountersOptions): Promise<Counters> {
  const { DATA_DIR, REDIS_URL } = options.config;
  if (REDIS_URL !== null) return openRedis(REDIS_URL.reveal(), options);
  const store = new EmbeddedStore({ path: join(DATA_DIR, 'counters.sqlite') });
  return {
    admission: new Admission({ ...processOptions(options), store }),
    store,
    fallback: false,
    outages: null,
    left: store.clientMonths(),
    wholeCheckpointEveryMs: null,
    removeBefore: (month) => store.removeBefore(month),
    close: () => store.close(),
  };
}

/** Usage that a process which was killed has left without a checkpoint is missing in the records for as long at most. */
const WHOLE_CHECKPOINT_EVERY_MS = 3_600_000;

async function openRedis(redisUrl: string, options: CountersOptions): Promise<Counters> {
  // Loaded only where it is used: it is 27 MB that an installation without Redis does not need.
  const [{ connectRedis }, { RedisStore }, { admissionOverRedis }] = await Promise.all([
    import('../../quota/redis/connection.ts'),
    import('../../quota/redis/store.ts'),
    import('../../quota/redis/outage/guarded-admission.ts'),
  ]);
  const redis = connectRedis(redisUrl);
  await redis.connect().catch(() => undefined);
  const store = new RedisStore(redis, { clock: options.clock });
  const dataDir = options.config.DATA_DIR;
  const guarded = await admissionOverRedis({ ...processOptions(options), redis, store, dataDir });
  return {
    admission: guarded.admission,
    store: guarded.store,
    get fallback() {
      return guarded.state() === 'degraded';
    },
    outages: () => guarded.figures(),
    // What a process leaves uncheckpointed stays in Redis, where the next one that serves the client checkpoints it; months expire.
    left: undefined,
    wholeCheckpointEveryMs: WHOLE_CHECKPOINT_EVERY_MS,
    removeBefore: () => Promise.resolve(),
    redis,
    async close() {
      await guarded.stop();
      await store.close();
    },
  };
}

/** What an admission needs of this process, whatever its store. */
function processOptions({ records, clock, log }: CountersOptions): Omit<AdmissionOptions, 'store'> {
  return {
    clock,
    process: randomUUID(),
    loadCheckpoint: (client, month) => readCheckpoint(records.db, client, month),
    loadLimits: async (client) => {
      const limits = await readLastLimits(records.db, client);
      if (!limits) throw new Error(`there is no client ${client}`);
      return limits;
    },
    log: log.logger,
  };
}
