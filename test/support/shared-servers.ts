import pg from 'pg';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { startRedisCluster } from './redis-cluster.ts';

/** Servers that a whole test run shares. */
export const sharedKinds = ['redis', 'redis-cluster', 'postgres'] as const;
export type SharedKind = (typeof sharedKinds)[number];

interface Shared {
  /** A separate place for one suite, as a URL. */
  lend(): Promise<string>;
  stop(): Promise<void>;
}

/** The shared servers of one test run. Each starts at its first request. */
export interface SharedServers {
  /**
   * A URL for one suite: a separate empty database. The cluster and `TEST_REDIS_URL` have only one database, which
   * suites share.
   * @throws {NotFound} if there is no such server
   */
  lend(kind: SharedKind): Promise<string>;
  stop(): Promise<void>;
}

export function sharedServers(): SharedServers {
  const started = new Map<SharedKind, Promise<Shared>>();
  return {
    async lend(kind) {
      const known = started.get(kind);
      const server = known ?? starters[kind]();
      if (known === undefined) started.set(kind, server);
      return (await server).lend();
    },
    async stop() {
      for (const server of await Promise.allSettled(started.values())) {
        if (server.status === 'fulfilled') await server.value.stop();
      }
    },
  };
}

const starters: Readonly<Record<SharedKind, () => Promise<Shared>>> = {
  redis: sharedRedis,
  'redis-cluster': sharedRedisCluster,
  postgres: sharedPostgres,
};

async function sharedRedis(): Promise<Shared> {
  const given = process.env.TEST_REDIS_URL;
  if (given) return { lend: async () => given, stop: async () => undefined };
  const server = await startRedis();
  let lent = 0;
  return { lend: async () => `${server.url}/${lent++}`, stop: server.stop };
}

async function sharedRedisCluster(): Promise<Shared> {
  const cluster = await startRedisCluster();
  return { lend: async () => cluster.url, stop: cluster.stop };
}

async function sharedPostgres(): Promise<Shared> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return databasesOn(given);
  const server = await startPostgres();
  return { ...databasesOn(server.url), stop: server.stop };
}

/** Creates databases on a server whose URL names an existing one; drops them at the end. */
function databasesOn(url: string): Shared {
  const made: string[] = [];
  return {
    async lend() {
      const database = `vitalgate_test_${process.pid}_${made.length}`;
      made.push(database);
      await execute(url, `create database ${database}`);
      const own = new URL(url);
      own.pathname = `/${database}`;
      return own.href;
    },
    async stop() {
      for (const database of made) await execute(url, `drop database if exists ${database} with (force)`);
    },
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
