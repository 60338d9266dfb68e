import { Cluster, type CommonRedisOptions, Redis } from 'ioredis';

/**
 * A connection that says nothing for so long while it owes an answer is given up for a new one. Who cannot wait for that
 * has a time limit of its own: that of ioredis takes a process that was held up itself for a silent Redis.
 */
const SILENCE_MS = 500;

const LONGEST_PAUSE_MS = 1_000;

/**
 * What is sent is sent once: nothing waits for a connection, and nothing is sent again over the next one, because a
 * command without an answer may have run. (Redirections of a cluster are followed: what is redirected has not run.)
 */
const OPTIONS = {
  commandTimeout: SILENCE_MS,
  socketTimeout: SILENCE_MS,
  connectTimeout: SILENCE_MS,
  autoResendUnfulfilledCommands: false,
  // Commands in flight fail when the connection is lost, not when the next one is there.
  maxRetriesPerRequest: 0,
} as const satisfies CommonRedisOptions;

/** Milliseconds until the next try, with jitter: the processes that lost a server together must not return together. */
export function pause(attempts: number, random = Math.random): number {
  const longest = Math.min(LONGEST_PAUSE_MS, 25 * 2 ** Math.min(attempts, 10));
  return Math.round(longest * (0.5 + random() / 2));
}

/**
 * A connection to the Redis of `REDIS_URL`: one address, or several nodes of a cluster separated by commas. It is made
 * by `connect()`, and made again when it is lost.
 */
export function connectRedis(url: string): Redis | Cluster {
  const nodes = url.split(',').map((node) => node.trim());
  const [first = ''] = nodes;
  const redis =
    nodes.length === 1
      ? new Redis(first, {
          ...OPTIONS,
          lazyConnect: true,
          enableOfflineQueue: false,
          retryStrategy: (times) => pause(times),
        })
      : new Cluster(nodes, clusterOptions(first));
  // Each failed command tells it too; without a listener ioredis would print every attempt to connect.
  redis.on('error', () => {});
  return redis;
}

/** The nodes that the cluster names are reached as the first of the given is: with its user, over TLS if it is. */
function clusterOptions(first: string): ConstructorParameters<typeof Cluster>[1] {
  const { protocol, username, password } = new URL(first);
  const tls = protocol === 'rediss:';
  return {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: (times) => pause(times),
    slotsRefreshTimeout: SILENCE_MS,
    // Both would send a command again that may have run, or keep its caller waiting for a failover.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: 10,
    redisOptions: {
      ...OPTIONS,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(tls && { tls: {} }),
    },
    // Certificates are for names: they must not be resolved to addresses before they are checked.
    ...(tls && { dnsLookup: (name, found) => found(null, name) }),
  };
}
