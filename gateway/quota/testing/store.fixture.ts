import { Cluster, type Redis } from 'ioredis';
import { connectRedis } from '../redis/connection.ts';
import { RedisStore, type RedisStoreOptions } from '../redis/store.ts';
import type { Data } from './simulation/simulate.ts';

/** Creates empty stores on one Redis, each with its own key prefix, so that other data stays untouched. */
export function emptyStores(url: () => string): (options?: RedisStoreOptions) => Promise<RedisStore> {
  const run = `test-${process.pid}-${performance.now()}`;
  let stores = 0;
  return (options) => {
    stores += 1;
    return storeUnder(`${run}-${stores}:`, url(), options);
  };
}

/** A store with this key prefix. */
export async function storeUnder(prefix: string, url: string, options?: RedisStoreOptions): Promise<RedisStore> {
  const redis = connectRedis(url);
  redis.options.keyPrefix = prefix;
  await redis.connect();
  // As the gateway does before its first command: a node that is still connecting refuses commands.
  if (redis instanceof Cluster) await Promise.all(redis.nodes('master').map((node) => node.ping()));
  return new RedisStore(redis, options);
}

/** The data under a prefix. */
export function dataUnder(prefix: string, redis: Redis): Data {
  return {
    async copy() {
      const keys = await redis.keys(`${prefix}*`);
      const dumps = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
      return async () => {
        const later = await redis.keys(`${prefix}*`);
        if (later.length > 0) await redis.del(later);
        await Promise.all(keys.map((key, at) => redis.restore(key, 0, dumps[at] ?? '')));
      };
    },
  };
}
