import { afterAll, describe, inject, it } from 'vitest';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { NotFound } from './find-server.ts';
import type { OwnServer } from './own-server.ts';
import { type PostgresOptions, startPostgres } from './postgres.ts';
import { type RedisOptions, startRedis } from './redis.ts';
import { type OwnRedisCluster, type RedisClusterOptions, startRedisCluster } from './redis-cluster.ts';
import type { SharedKind } from './shared-servers.ts';

/** A server that suites share: they may use it, but not damage it. */
export interface SharedServer {
  readonly url: string;
}

/** Declares the tests of a suite over its server. */
export type Suite<S> = (server: S) => void | Promise<void>;

/**
 * A suite that needs some Redis. It gets an empty database of the run's shared server, or the database of
 * `TEST_REDIS_URL` as it is. Without any Redis its tests are skipped and the end of the run lists the suite as NOT RUN;
 * with `CI=true` that is a failure. The same applies to all `describeWith...` here.
 *
 * @example describeWithRedis('the Redis store', (redis) => { it('admits', async () => connect(redis.url)); });
 */
export function describeWithRedis(name: string, suite: Suite<SharedServer>): void {
  describeWith(name, () => lend('redis'), suite);
}

/** A suite that needs some Redis Cluster with three primaries; other suites use its keys too. */
export function describeWithRedisCluster(name: string, suite: Suite<SharedServer>): void {
  describeWith(name, () => lend('redis-cluster'), suite);
}

/** A suite that needs a PostgreSQL database: a separate empty one on the run's shared server. */
export function describeWithPostgres(name: string, suite: Suite<SharedServer>): void {
  describeWith(name, () => lend('postgres'), suite);
}

/** A suite that damages its Redis: a separate one, stopped after its tests. */
export function describeWithOwnRedis(name: string, suite: Suite<OwnServer>, options?: RedisOptions): void {
  describeWith(name, () => untilSuiteEnds(startRedis(options)), suite);
}

/** A suite that damages its Redis Cluster: a separate one, stopped after its tests. */
export function describeWithOwnRedisCluster(
  name: string,
  suite: Suite<OwnRedisCluster>,
  options?: RedisClusterOptions,
): void {
  describeWith(name, () => untilSuiteEnds(startRedisCluster(options)), suite);
}

/** A suite that damages its PostgreSQL: a separate one, stopped after its tests. */
export function describeWithOwnPostgres(name: string, suite: Suite<OwnServer>, options?: PostgresOptions): void {
  describeWith(name, () => untilSuiteEnds(startPostgres(options)), suite);
}

/** A suite whose processes have a wall clock of their own. */
export function describeWithFakeClock(name: string, suite: Suite<FakeClock>): void {
  describeWith(name, () => fakeClock(), suite);
}

/** A suite over the server of `obtain`; a `NotFound` means that the suite cannot run here. */
export function describeWith<S extends object>(name: string, obtain: () => Promise<S>, suite: Suite<S>): void {
  describe(name, async () => {
    const server = await obtain().catch((error: unknown) => {
      if (error instanceof NotFound) return error;
      throw error;
    });
    if (!(server instanceof NotFound)) return suite(server);

    const { message } = server;
    await fetch(`${desk()}/not-run?${new URLSearchParams({ suite: name, reason: message })}`);
    if (process.env.CI === 'true') {
      it('has what it needs', () => {
        throw server;
      });
    }
    describe.skip(`NOT RUN: ${message}`, () => suite(unobtainable<S>(message)));
  });
}

/** A placeholder for the server while its tests are only listed. */
function unobtainable<S extends object>(reason: string): S {
  const refuse = (): never => {
    throw new NotFound(`${reason} (a suite may use its server only inside its tests and hooks)`);
  };
  return new Proxy<S>(Object.create(null), { get: refuse });
}

async function untilSuiteEnds<S extends { stop(): Promise<void> }>(started: Promise<S>): Promise<S> {
  const server = await started;
  afterAll(() => server.stop(), 30_000);
  return server;
}

async function lend(kind: SharedKind): Promise<SharedServer> {
  const answer = await fetch(`${desk()}/${kind}`);
  const text = await answer.text();
  if (answer.status === 404) throw new NotFound(text);
  if (!answer.ok) throw new Error(text);
  return { url: text };
}

function desk(): string {
  const url = inject('servers');
  if (url === undefined) throw new Error('vitest.config.ts must name test/support/global-setup.ts as globalSetup');
  return url;
}
