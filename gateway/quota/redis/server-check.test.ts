import { expect, it } from 'vitest';
import { describeWithRedis, describeWithRedisCluster } from '../../../test/support/servers.ts';
import { connectRedis } from './connection.ts';
import { checkInfo, checkServers, RedisNotReady } from './server-check.ts';

const INFO = 'redis_version:7.2.4\r\nmaxmemory_policy:noeviction\r\naof_enabled:1\r\n';

it('takes a Redis that keeps what it is given', () => {
  expect(checkInfo('db:6379', INFO)).toEqual([]);
});

it('refuses one that is too old, by name', () => {
  expect(() => checkInfo('db:6379', INFO.replace('7.2.4', '6.2.14'))).toThrow(
    'Redis at db:6379 is version 6.2.14; the gateway needs 7 or later',
  );
});

it('refuses one that evicts keys', () => {
  expect(() => checkInfo('db:6379', INFO.replace('noeviction', 'allkeys-lru'))).toThrow(
    'Redis at db:6379 has maxmemory-policy allkeys-lru and would drop counts; set noeviction',
  );
});

it('warns of one that forgets all at a restart', () => {
  expect(checkInfo('db:6379', INFO.replace('aof_enabled:1', 'aof_enabled:0'))).toEqual([
    'Redis at db:6379 keeps no append-only file: a restart loses the calls since the last checkpoint',
  ]);
});

it('waits for one that reads its data', () => {
  expect(() => checkInfo('db:6379', `loading:1\r\n${INFO}`)).toThrow(RedisNotReady);
});

describeWithRedis('a Redis of today', ({ url }) => {
  it('is taken', async () => {
    const redis = connectRedis(url);
    await redis.connect();
    expect(await checkServers(redis)).toEqual([]);
    redis.disconnect();
  });
});

describeWithRedisCluster('each primary of a cluster', ({ url }) => {
  it('is looked at', async () => {
    const redis = connectRedis(`${url},${url}`);
    await redis.connect();
    expect(await checkServers(redis)).toEqual([]);
    redis.disconnect();
  });
});
