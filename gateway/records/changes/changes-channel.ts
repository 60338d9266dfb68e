import { Redis } from 'ioredis';

/** A message here says no more than that there is something new in `changes`. */
export const CHANGES_CHANNEL = 'vitalgate:changes';

/** Milliseconds without an answer after which a connection counts as dead. */
const PATIENCE_MS = 500;

/**
 * A connection to one node of `REDIS_URL` (in a cluster a message on one node reaches all), to be used until it fails and
 * then replaced by one to the next node: nothing waits for it, is sent again over it, or comes back by itself.
 */
export async function connectToNode(redisUrl: string, turn: number): Promise<Redis> {
  const nodes = redisUrl.split(',');
  const redis = new Redis(nodes[turn % nodes.length]?.trim() ?? '', {
    lazyConnect: true,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    retryStrategy: null,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  // Told to whoever waits; without a listener it would be printed.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}
