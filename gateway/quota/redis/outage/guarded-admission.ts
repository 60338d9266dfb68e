import type { Cluster, Redis } from 'ioredis';
import { checkInstallation } from '../installation-check.ts';
import { RedisRecalls } from '../leases/recalls.ts';
import { concernsOneClient } from '../one-client.ts';
import { checkServers } from '../server-check.ts';
import type { RedisStore } from '../store.ts';
import { type GuardedAdmission, type GuardOptions, guardAdmission } from './guard-admission.ts';

export interface RedisAdmissionOptions extends Omit<GuardOptions, 'store' | 'probe' | 'concernsOneClient' | 'recalls'> {
  /** A connection from `connectRedis`, connected or not. */
  readonly redis: Redis | Cluster;
  /** A store over that connection. */
  readonly store: RedisStore;
  /** The id of the installation whose counters Redis must hold; default any. */
  readonly installation?: string | null;
}

/**
 * Admission over the counters in Redis. A Redis that does not answer is an outage, even at the start.
 *
 * @throws UnsuitableRedis if it answers but cannot be trusted with counts
 */
export async function admissionOverRedis({
  redis,
  installation = null,
  ...options
}: RedisAdmissionOptions): Promise<GuardedAdmission> {
  const { log } = options;
  const logged = new Set<string>();
  const recalls = new RedisRecalls(redis);
  const guarded = await guardAdmission({
    ...options,
    recalls,
    concernsOneClient,
    async probe() {
      const risks = await checkServers(redis);
      if (installation !== null) await checkInstallation(redis, installation);
      for (const risk of risks.filter((risk) => !logged.has(risk))) log.warn({}, risk);
      for (const risk of risks) logged.add(risk);
    },
  }).catch((error: unknown) => {
    recalls.close();
    throw error;
  });
  redis.on('close', () => guarded.lost(new Error('the connection to Redis is lost')));
  return {
    ...guarded,
    async stop() {
      recalls.close();
      await guarded.stop();
    },
  };
}
