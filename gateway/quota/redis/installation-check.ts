import type { Cluster, Redis } from 'ioredis';
import { INSTALLATION } from './keys.ts';
import { UnsuitableRedis } from './unsuitable-redis.ts';

/**
 * Makes sure that the counters in Redis are those of this installation. A Redis without an installation, such as a new
 * one or one that lost its data, becomes part of this one.
 *
 * @throws UnsuitableRedis if it is part of another installation
 */
export async function checkInstallation(redis: Redis | Cluster, installation: string): Promise<void> {
  await redis.setnx(INSTALLATION, installation);
  const found = await redis.get(INSTALLATION);
  if (found === null || found === installation) return;
  throw new UnsuitableRedis(
    'Redis has the counters of another installation than the records: set REDIS_URL to the Redis of this installation, or make this Redis part of it: npm run cli -- recover redis',
  );
}
