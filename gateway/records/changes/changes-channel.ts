import { Redis } from 'ioredis';

/** The Redis channel. A message only says that `changes` has new rows. */
export const CHANGES_CHANNEL = 'vitalgate:changes';

/** Milliseconds without an answer after which a connection is considered dead. */
const PATIENCE_MS = 500;

/**
 * Connects to one node of `REDIS_URL` (in a cluster a message on one node reaches all). Use the connection until it
 * fails, then connect to the next node: it queues nothing, resends nothing and does not reconnect.
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
  // Callers get the error from their command. Without a listener ioredis would print it.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}
