import { Cluster, type CommonRedisOptions, Redis } from 'ioredis';

/**
 * A connection that is silent for this long while an answer is due is replaced. Callers that cannot wait that long need
 * their own timeout: ioredis mistakes a stalled process for a silent Redis.
 */
const SILENCE_MS = 500;

const LONGEST_PAUSE_MS = 1_000;

/**
 * Every command is sent once. Nothing waits for a connection and nothing is resent over the next one, because an
 * unanswered command may have run. (Cluster redirections are followed: a redirected command has not run.)
 */
const OPTIONS = {
  commandTimeout: SILENCE_MS,
  socketTimeout: SILENCE_MS,
  connectTimeout: SILENCE_MS,
  autoResendUnfulfilledCommands: false,
  // Commands in flight fail when the connection is lost, not when the next one is made.
  maxRetriesPerRequest: 0,
} as const satisfies CommonRedisOptions;

/**
 * Milliseconds until the next attempt. Jitter keeps processes that lost a server together from reconnecting together.
 */
export function pause(attempts: number, random = Math.random): number {
  const longest = Math.min(LONGEST_PAUSE_MS, 25 * 2 ** Math.min(attempts, 10));
  return Math.round(longest * (0.5 + random() / 2));
}

/**
 * A connection to the Redis of `REDIS_URL`: one address, or several cluster nodes separated by commas. `connect()`
 * opens it, and it reconnects when lost.
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
  // Each failed command reports the error too. Without a listener ioredis would print every connection attempt.
  redis.on('error', () => {});
  return redis;
}

/** All cluster nodes are reached like the first given node: with its user and password, and over TLS if it uses TLS. */
function clusterOptions(first: string): ConstructorParameters<typeof Cluster>[1] {
  const { protocol, username, password } = new URL(first);
  const tls = protocol === 'rediss:';
  return {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: (times) => pause(times),
    slotsRefreshTimeout: SILENCE_MS,
    // Either would resend a command that may have run, or make its caller wait for a failover.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: 10,
    redisOptions: {
      ...OPTIONS,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(tls && { tls: {} }),
    },
    // Certificates name hosts: do not resolve names to addresses before checking them.
    ...(tls && { dnsLookup: (name, found) => found(null, name) }),
  };
}
