import { expect, it } from 'vitest';
import { describeWithRedis, describeWithRedisCluster } from '../../../test/support/servers.ts';
import { connectRedis } from './connection.ts';
import { checkInfo, checkServers, RedisNotReady } from './server-check.ts';

const INFO = 'redis_version:7.2.4\r\nmaxmemory_policy:noeviction\r\naof_enabled:1\r\n';

it('accepts a Redis that keeps its data', () => {
  expect(checkInfo('db:6379', INFO)).toEqual([]);
});

it('refuses an old version and names the server', () => {
  expect(() => checkInfo('db:6379', INFO.replace('7.2.4', '6.2.14'))).toThrow(
    'Redis at db:6379 is version 6.2.14; the gateway needs 7 or later',
  );
});

it('refuses a Redis that evicts keys', () => {
  expect(() => checkInfo('db:6379', INFO.replace('noeviction', 'allkeys-lru'))).toThrow(
    'Redis at db:6379 has maxmemory-policy allkeys-lru and would drop counts; set noeviction',
  );
});

it('warns about a Redis without an append-only file', () => {
  expect(checkInfo('db:6379', INFO.replace('aof_enabled:1', 'aof_enabled:0'))).toEqual([
    'Redis at db:6379 keeps no append-only file: a restart loses the calls since the last checkpoint',
  ]);
});

it('waits for a Redis that is loading its data', () => {
  expect(() => checkInfo('db:6379', `loading:1\r\n${INFO}`)).toThrow(RedisNotReady);
});

describeWithRedis('a current Redis', ({ url }) => {
  it('is accepted', async () => {
    const redis = connectRedis(url);
    await redis.connect();
    expect(await checkServers(redis)).toEqual([]);
    redis.disconnect();
  });
});

describeWithRedisCluster('each primary of a cluster', ({ url }) => {
  it('is checked', async () => {
    const redis = connectRedis(`${url},${url}`);
    await redis.connect();
    expect(await checkServers(redis)).toEqual([]);
    redis.disconnect();
  });
});
