import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Cluster, Redis } from 'ioredis';
import { readLastLimits } from '../../accounts/plans/limits.ts';
import type { Config } from '../../configuration/config.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { Admission, type AdmissionOptions, type Loss, type Progress } from '../../quota/admission/admission.ts';
import type { LeaseFigures } from '../../quota/admission/lease-table.ts';
import type { CounterStore } from '../../quota/contract.ts';
import { EmbeddedStore } from '../../quota/embedded/embedded.ts';
import type { OutageFigures } from '../../quota/redis/outage/guard-admission.ts';
import { AnchoredClock, type StoreClock } from '../../quota/store-clock.ts';
import { gathered } from '../../records/gathered.ts';
import { countersOpened, countersStopping, readInstallation } from '../../records/installation-row.ts';
import type { Records } from '../../records/records.ts';
import { readCheckpoints } from '../../usage/checkpoint.ts';
import type { CheckpointLoopOptions } from '../../usage/checkpoint-loop.ts';
import type { SweepOptions } from '../../usage/sweep.ts';
import type { Ownership } from '../../values/installation-start.ts';
import type { Clocks } from './clocks.ts';
import { usingDisk } from './disk-errors.ts';

/** The installation's counters and this process's admission to them. */
export interface Counters {
  readonly admission: Pick<
    Admission,
    'admit' | 'keep' | 'giveBack' | 'recordUncharged' | 'takeTouched' | 'checkpointed' | 'flush' | 'closeLeases'
  > & { progress(): Progress | null };
  /** Random name of this process. */
  readonly process: string;
  readonly store: Pick<CounterStore, 'counters' | 'usage' | 'usagePage'>;
  /** True while calls are admitted without the counters and journaled for later. */
  readonly fallback: boolean;
  /** Figures about outages of the counters; `null` for counters that cannot have one. */
  readonly outages: (() => OutageFigures) | null;
  /**
   * Clients and months that an earlier process may have left without a checkpoint; `undefined` if other processes take
   * care of them.
   */
  readonly left: CheckpointLoopOptions['left'];
  /** See {@link SweepOptions.servedClients}; `null` if no other process counts calls. */
  readonly servedClients: SweepOptions['servedClients'] | null;
  /** Units of a month that leases of a client hold and that are not reported yet. Rejects while Redis is away. */
  held(client: string, month: string): Promise<number>;
  /** Figures about the leases of this process; `null` for counters without leases. */
  readonly leases: (() => LeaseFigures) | null;
  /** See {@link CheckpointLoopOptions.wholeEveryMs}. */
  readonly wholeCheckpointEveryMs: number | null;
  /** The clock that decides day, month and burst. */
  readonly clock: StoreClock;
  /** Removes checkpointed months before `month`. */
  removeBefore(month: string): Promise<void>;
  /** The connection, for other shared state; `undefined` without Redis. */
  readonly redis?: Redis | Cluster;
  close(): Promise<void>;
}

export interface CountersOptions {
  readonly config: Config;
  readonly records: Records;
  /** `null` in a worker: its counters are in Redis. */
  readonly ownership: Ownership | null;
  readonly clocks: Clocks;
  readonly log: Pick<GatewayLog, 'logger'>;
  /** Called when the counters have lost data, which the records restore. */
  readonly lost: (loss: Loss) => void;
}

/**
 * Opens the configured counters. An unreachable Redis counts as an outage from the start.
 *
 * @throws UnsuitableRedis if Redis could lose counts by its configuration
 * @throws DataDirUnusable, InstallationDamaged
 */
export async function openCounters(options: CountersOptions): Promise<Counters> {
  const { REDIS_URL, DATA_DIR } = options.config;
  if (REDIS_URL !== null) return openRedis(REDIS_URL.reveal(), options);
  return usingDisk(DATA_DIR, () => openEmbedded(options));
}

async function openEmbedded(options: CountersOptions): Promise<Counters> {
  const { config, records, ownership } = options;
  const clock = new AnchoredClock(options.clocks);
  const now = () => clock.now();
  const store = new EmbeddedStore({
    clock: now,
    path: join(config.DATA_DIR, 'counters.sqlite'),
    durability: config.DURABILITY,
    log: options.log.logger,
    ...(ownership && { owner: { ...ownership, stopping: (last) => countersStopping(records, last) } }),
  });
  const common = processOptions(options);
  if (ownership !== null) await countersOpened(records, ownership.start);
  return {
    admission: new Admission({ ...common, clock: now, store }),
    process: common.process,
    store,
    clock,
    fallback: false,
    outages: null,
    left: store.clientMonths(),
    servedClients: null,
    held: () => Promise.resolve(0),
    leases: null,
    wholeCheckpointEveryMs: null,
    removeBefore: (month) => store.removeBefore(month),
    close: () => store.close(),
  };
}

/** Usage that a killed process left without a checkpoint is missing from the records for at most this long. */
const WHOLE_CHECKPOINT_EVERY_MS = 3_600_000;

async function openRedis(redisUrl: string, options: CountersOptions): Promise<Counters> {
  // Loaded only when needed: these modules take 27 MB.
  const [{ connectRedis }, { RedisStore }, { RedisTime }, { admissionOverRedis }, { servedClients }] =
    await Promise.all([
      import('../../quota/redis/connection.ts'),
      import('../../quota/redis/store.ts'),
      import('../../quota/redis/redis-time.ts'),
      import('../../quota/redis/outage/guarded-admission.ts'),
      import('../../quota/redis/served-clients.ts'),
    ]);
  const redis = connectRedis(redisUrl);
  await redis.connect().catch(() => undefined);
  const { servers, monotonic } = options.clocks;
  const clock = new AnchoredClock(options.clocks);
  const time = servers === null ? new RedisTime(redis, clock, monotonic) : null;
  await time?.read().catch(() => undefined);
  const store = new RedisStore(redis, servers === null ? {} : { clock: servers });
  const { DATA_DIR: dataDir, DURABILITY: durability } = options.config;
  const installation = (await readInstallation(options.records.db))?.id ?? null;
  const common = processOptions(options);
  const guarded = await admissionOverRedis({
    ...common,
    ...{ clock: () => clock.now(), redis, store, installation, dataDir, durability },
  });
  return {
    admission: guarded.admission,
    process: common.process,
    store: guarded.store,
    clock,
    get fallback() {
      return guarded.state() === 'degraded';
    },
    outages: () => guarded.figures(),
    // Counts without a checkpoint stay in Redis, where the next process that serves the client checkpoints them; months
    // expire.
    left: undefined,
    servedClients: (process, after) => servedClients(redis, process, after, clock.now()),
    held: (client, month) => store.held(client, month, clock.now()),
    leases: () => guarded.admission.leaseFigures(),
    wholeCheckpointEveryMs: WHOLE_CHECKPOINT_EVERY_MS,
    removeBefore: () => Promise.resolve(),
    redis,
    async close() {
      time?.stop();
      await guarded.stop();
      await store.close();
    },
  };
}

/** Admission options that do not depend on the store. */
function processOptions({ records, log, lost }: CountersOptions): Omit<AdmissionOptions, 'store' | 'clock'> {
  const loadCheckpoint = gathered((asked: Parameters<typeof readCheckpoints>[1]) => readCheckpoints(records.db, asked));
  return {
    process: randomUUID(),
    loadCheckpoint: (client, month) => loadCheckpoint({ client, month }),
    loadLimits: async (client) => {
      const limits = await readLastLimits(records.db, client);
      if (!limits) throw new Error(`there is no client ${client}`);
      return limits;
    },
    log: log.logger,
    lost,
  };
}
