import { connectRedis } from './connection.ts';
import { RedisStore } from './store.ts';

/** Makes empty stores on one Redis, each by a prefix of its own, so that nothing of others is touched. */
export function emptyStores(url: () => string): () => Promise<RedisStore> {
  const run = `test-${process.pid}-${performance.now()}`;
  let stores = 0;
  return async () => {
    const redis = connectRedis(url());
    stores += 1;
    redis.options.keyPrefix = `${run}-${stores}:`;
    await redis.connect();
    return new RedisStore(redis);
  };
}
