import { join } from 'node:path';
import type { Cluster, Redis } from 'ioredis';
import type { Config } from './config.ts';
import type { CounterStore } from './quota/contract.ts';
import { EmbeddedStore } from './quota/embedded.ts';

/** The counters of this installation. */
export interface Counters {
  readonly store: CounterStore;
  /** Clients and months that a process before this one may have left unfolded. */
  readonly left: readonly { readonly client: string; readonly month: string }[];
  /** Removes months that are folded and over. */
  removeBefore(month: string): void;
  /** The connection, for what else all processes share; `undefined` without Redis. */
  readonly redis?: Redis | Cluster;
}

/**
 * Opens the counters where the configuration has them.
 *
 * @param warn told what the operator should know of a Redis that can be used
 * @throws UnsuitableRedis if counts would not be safe in it
 */
export async function openCounters({ DATA_DIR, REDIS_URL }: Config, warn: (risk: string) => void): Promise<Counters> {
  if (REDIS_URL !== null) return openRedis(REDIS_URL.reveal(), warn);
  const store = new EmbeddedStore({ path: join(DATA_DIR, 'counters.sqlite') });
  return { store, left: store.clientMonths(), removeBefore: (month) => store.removeBefore(month) };
}

async function openRedis(redisUrl: string, warn: (risk: string) => void): Promise<Counters> {
  const [{ connectRedis }, { RedisStore }, { checkServers }] = await Promise.all([
    import('./quota/redis/connection.ts'),
    import('./quota/redis/store.ts'),
    import('./quota/redis/server-check.ts'),
  ]);
  const redis = connectRedis(redisUrl);
  const connected = await redis.connect().then(
    () => true,
    () => false,
  );
  // One that is away now is not waited for: it is looked at by the next process that starts.
  const risks = connected ? await checkServers(redis) : ['Redis cannot be reached yet'];
  for (const risk of risks) warn(risk);
  // What a process leaves unfolded stays in Redis, where the next one that serves the client folds it; months expire.
  return { store: new RedisStore(redis), left: [], removeBefore: () => undefined, redis };
}
