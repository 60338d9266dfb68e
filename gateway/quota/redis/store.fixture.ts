import { afterAll } from 'vitest';
import { connectRedis } from './connection.ts';
import { RedisStore } from './store.ts';

/** Empty stores on one Redis, each by a prefix of its own: nothing of others is touched. They share a connection. */
export function emptyStores(url: () => string): () => Promise<RedisStore> {
  const run = `test-${process.pid}-${performance.now()}`;
  let stores = 0;
  const open = new Set<RedisStore>();
  afterAll(() => Promise.all([...open].map((store) => store.close())));
  return async () => {
    const redis = connectRedis(url());
    stores += 1;
    redis.options.keyPrefix = `${run}-${stores}:`;
    await redis.connect();
    const store = new RedisStore(redis);
    open.add(store);
    return store;
  };
}
