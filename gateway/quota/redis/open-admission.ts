import { type AdmissionOptions, createAdmission } from '../admission.ts';
import type { CounterStore } from '../contract.ts';
import { NODE_SCHEDULE } from '../schedule.ts';
import { connectRedis } from './connection.ts';
import { Allowance } from './outage/allowance.ts';
import { Breaker } from './outage/breaker.ts';
import { FallbackAdmission } from './outage/fallback-admission.ts';
import { GuardedStore } from './outage/guarded-store.ts';
import { Journals } from './outage/journals.ts';
import { Outages } from './outage/outages.ts';
import { type RecallingStore, Recovery } from './outage/recovery.ts';
import { checkServers, UnsuitableRedis } from './server-check.ts';
import { RedisStore } from './store.ts';

export interface GuardedAdmissionOptions extends Omit<AdmissionOptions, 'store'> {
  readonly store: RecallingStore;
  /** Rejects while the store cannot be used. */
  readonly probe: () => Promise<void>;
  /** Where the journals lie. */
  readonly dataDir: string;
}

/** Admission by a store that may go away and come back. */
export interface GuardedAdmission {
  readonly admission: FallbackAdmission;
  /** The store as others should use it: it fails at once while it is away. */
  readonly store: CounterStore;
  /** `degraded` while the store is away, or calls answered meanwhile are not counted yet. */
  state(): 'ok' | 'degraded';
  /** The store was lost, whoever noticed it. */
  lost(cause: Error): void;
  /** Ends probing and lets the journals go; what is not counted is read from them at the next start. */
  stop(): void;
}

/**
 * Puts breaker, fallback and recovery around an admission. It is degraded from the start if the first probe fails.
 *
 * @throws UnsuitableRedis, since that is no outage
 */
export async function guardAdmission(options: GuardedAdmissionOptions): Promise<GuardedAdmission> {
  const { store, probe, dataDir, process, log, clock, schedule = NODE_SCHEDULE } = options;
  const now = () => Math.floor(clock());
  const allowance = new Allowance();
  const journals = new Journals(dataDir, process);
  const breaker = new Breaker({
    schedule,
    async probe() {
      await probe();
      await outages.resolve();
    },
    opened(cause) {
      log.warn({ err: cause }, 'the counter store is away: calls are answered from an allowance and counted later');
      guarded.fail(cause);
    },
    closed() {
      log.warn({}, 'the counter store is back');
      void outages.send();
      void admission.flush();
    },
  });
  const guarded = new GuardedStore(store, breaker, (command) => outages.doubt(command));
  const admission = createAdmission({ ...options, store: guarded });
  const recovery = new Recovery({ store, guarded, admission, now, log });
  const outages = new Outages({
    journals,
    recovery,
    settled: (client, item, calls) => allowance.refill(client, item, calls),
    away: () => breaker.open,
    schedule,
    log,
  });
  await outages.inherit();
  try {
    await probe();
    await outages.resolve();
    void outages.send();
  } catch (error) {
    if (error instanceof UnsuitableRedis) {
      journals.close();
      throw error;
    }
    breaker.trip(error instanceof Error ? error : new Error(String(error)));
  }
  return {
    admission: new FallbackAdmission({
      admission,
      breaker,
      allowance,
      outages,
      takeTouched: () => recovery.touched.take(),
      now,
      log,
    }),
    store: guarded,
    state: () => (breaker.open || outages.pending ? 'degraded' : 'ok'),
    lost: (cause) => breaker.trip(cause),
    stop() {
      breaker.end();
      journals.close();
    },
  };
}

export interface RedisAdmissionOptions extends Omit<AdmissionOptions, 'store'> {
  /** One address, or nodes of a cluster separated by commas. */
  readonly url: string;
  readonly dataDir: string;
}

/**
 * Admission by the counters in Redis. A Redis that does not answer is an outage, from the start if need be.
 *
 * @throws UnsuitableRedis where it answers and could not be trusted with counts
 */
export async function openRedisAdmission({ url, ...options }: RedisAdmissionOptions): Promise<GuardedAdmission> {
  const { log, clock } = options;
  const redis = connectRedis(url);
  const store = new RedisStore(redis, { clock });
  const risks = new Set<string>();
  // It goes on trying by itself; whether there is a connection is what the probe says.
  await redis.connect().catch(() => {});
  try {
    const admission = await guardAdmission({
      ...options,
      store,
      async probe() {
        for (const risk of await checkServers(redis)) {
          if (!risks.has(risk)) log.warn({}, risk);
          risks.add(risk);
        }
      },
    });
    redis.on('close', () => admission.lost(new Error('the connection to Redis is lost')));
    return {
      ...admission,
      stop() {
        admission.stop();
        void store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
