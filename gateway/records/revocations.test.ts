import type { Cluster, Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithOwnRedis, describeWithRedisCluster, type SharedServer } from '../../test/support/servers.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { connectRedis } from '../quota/redis/connection.ts';
import { ChangesPublisher } from './changes/changes-publisher.ts';
import { MOST_REVOCATIONS, REVOCATIONS, REVOCATIONS_KEPT_MS } from './changes/revocation.ts';
import { RevocationFeed } from './changes/revocation-feed.ts';
import { openRecords, type Records } from './records.ts';
import { AT_ONCE, recordChange } from './trail.ts';

const actor = { name: 'cli', at: 1, address: null };

let records: Records;
let end: (() => unknown)[];
beforeEach(async () => {
  records = await openRecords({ dataDir: temporaryFolder('records') });
  end = [];
});
afterEach(async () => {
  for (const close of end.reverse()) await close();
  await records.close();
});

async function connect(server: SharedServer): Promise<Redis | Cluster> {
  const redis = connectRedis(server.url);
  await redis.connect();
  end.push(() => redis.disconnect());
  return redis;
}

/** A process that answers calls, and what it heard. Without records, PostgreSQL does not reach it. */
async function process(redis: Redis | Cluster, db: Records['db'] | null = null) {
  const heard = new Set<string>();
  const away = (await openRecords({ dataDir: temporaryFolder('away') })).db;
  if (db === null) await away.destroy();
  const feed = new RevocationFeed({
    db: db ?? away,
    redis,
    monotonic: () => performance.now(),
    interval: 10,
    listener: {
      revoked: ({ kind, id, endsAt }) => heard.add(`${kind} ${id} ${endsAt}`),
      distrust: () => heard.add('distrust'),
    },
  });
  await feed.start();
  end.push(() => feed.stop());
  return {
    feed,
    heard,
    hears: (...all: string[]) =>
      waitUntil(all.join(), () => (all.every((one) => heard.has(one)) ? true : undefined), 3_000),
  };
}

const revoke = (id: string, by = records) => by.write((trx) => recordChange(trx, actor, 'key', id, AT_ONCE));

function revocationsReach(server: () => SharedServer): void {
  it('a process that cannot read the records, from one that can', async () => {
    const redis = await connect(server());
    const [writer, reader] = [await process(redis, records.db), await process(redis)];
    await records.write((trx) => recordChange(trx, actor, 'client', 'cl_moved'));
    await records.write((trx) => recordChange(trx, actor, 'key', 'rotated', 1_795_000_000_000));
    await revoke('revoked');
    writer.feed.changed(3, 'key', 'revoked', AT_ONCE);
    await reader.hears('key revoked 0', 'key rotated 1795000000000');
    expect(reader.heard.size).toBe(2);
    expect(performance.now() - reader.feed.currentAt).toBeLessThan(1_000);
  });
}

describeWithRedisCluster('revocations in a cluster reach', ({ url }) => {
  // Several addresses mean a cluster.
  revocationsReach(() => ({ url: `${url},${url}` }));
});

describeWithOwnRedis('revocations reach', (server) => {
  beforeEach(async () => {
    await (await connect(server)).flushall();
  });
  revocationsReach(() => server);

  it('processes from the command line, while no gateway can read the records', async () => {
    const reader = await process(await connect(server));
    const published = new ChangesPublisher(server.url).over(records);
    await revoke('a', published);
    await reader.hears('key a 0');
  });

  it('processes from a gateway that starts after another died before copying them', async () => {
    const redis = await connect(server);
    const reader = await process(redis);
    await revoke('a');
    await process(redis, records.db);
    await reader.hears('key a 0');
  });

  it('processes when Redis is back, if it was away at that moment', async () => {
    const redis = await connect(server);
    const [writer, reader] = [await process(redis, records.db), await process(redis)];
    await server.kill();
    await revoke('a');
    writer.feed.changed(1, 'key', 'a', AT_ONCE);
    await waitUntil('outdated', () => performance.now() - reader.feed.currentAt > 300 || undefined);
    await server.restart();
    await reader.hears('key a 0');
  });

  it('processes that start after Redis lost its data', async () => {
    const redis = await connect(server);
    await revoke('a');
    const writer = await process(redis, records.db);
    await writer.hears('key a 0');
    await redis.flushall();
    await (await process(redis)).hears('key a 0');
  });

  it('no process for ever: the list keeps the newest, for a day', async () => {
    const redis = await connect(server);
    const known = Array.from({ length: MOST_REVOCATIONS }, (_, index) => [index + 1, `key old-${index + 1} 0`]);
    await redis.zadd(REVOCATIONS, ...known.flat());
    const reader = await process(redis);
    await records.db
      .insertInto('changes')
      .values({ seq: MOST_REVOCATIONS + 1, kind: 'key', id: 'new', at: 1, ends_at: 0 })
      .execute();
    await process(redis, records.db);
    await reader.hears('key new 0');
    expect(await redis.zcard(REVOCATIONS)).toBe(MOST_REVOCATIONS);
    expect(await redis.zscore(REVOCATIONS, 'key old-1 0')).toBeNull();
    const life = await redis.pttl(REVOCATIONS);
    expect(life).toBeGreaterThan(REVOCATIONS_KEPT_MS - 60_000);
    expect(life).toBeLessThanOrEqual(REVOCATIONS_KEPT_MS);
    expect(reader.heard).not.toContain('distrust');
  });

  it('a process that missed more than the list holds as the order to trust no key', async () => {
    const redis = await connect(server);
    await redis.zadd(REVOCATIONS, 1, 'key first 0');
    const reader = await process(redis);
    const many = Array.from({ length: MOST_REVOCATIONS }, (_, index) => [index + 3, `key k-${index} 0`]);
    await redis
      .multi()
      .del(REVOCATIONS)
      .zadd(REVOCATIONS, ...many.flat())
      .exec();
    await reader.hears('distrust', 'key k-0 0');
  });
});
