import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithOwnRedis } from '../../../test/support/servers.ts';
import { Attempts } from './attempts.ts';

const LIMIT = { name: 'test', attempts: 3, seconds: 60 };
const tries = async (attempts: Attempts, name: string, times: number) => {
  const waits: boolean[] = [];
  for (let time = 0; time < times; time++) waits.push((await attempts.take(name)) > 0);
  return waits;
};

describe('attempts', () => {
  it('are refused beyond the limit of each name, with the seconds to wait', async () => {
    const attempts = new Attempts(LIMIT, undefined);
    expect(await tries(attempts, 'a', 5)).toEqual([false, false, false, true, true]);
    expect(await tries(attempts, 'b', 1)).toEqual([false]);
    const wait = await attempts.take('a');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it('count when they begin, so concurrent attempts get no more than sequential ones', async () => {
    const attempts = new Attempts(LIMIT, undefined);
    const waits = await Promise.all(Array.from({ length: 20 }, () => attempts.take('a')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it('do not count after they are given back', async () => {
    const attempts = new Attempts(LIMIT, undefined);
    for (let time = 0; time < 10; time++) {
      expect(await attempts.take('a')).toBe(0);
      await attempts.giveBack('a');
    }
  });

  it('are remembered for ten thousand names; the least recent name is forgotten', async () => {
    const attempts = new Attempts(LIMIT, undefined);
    await tries(attempts, 'first', 4);
    for (let at = 0; at < 10_000; at++) await attempts.take(`name ${at}`);
    expect(await attempts.take('first')).toBe(0);
  });

  describeWithOwnRedis('over Redis', (server) => {
    let redis: Redis;
    beforeAll(async () => {
      redis = new Redis(server.url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 100 });
      redis.on('error', () => undefined);
      await once(redis, 'ready');
    });
    afterAll(() => redis.disconnect());

    it('count across processes, and so do attempts that are given back', async () => {
      const [one, other] = [new Attempts(LIMIT, redis), new Attempts(LIMIT, redis)];
      await one.take('shared');
      await one.giveBack('shared');
      expect(await tries(one, 'shared', 2)).toEqual([false, false]);
      expect(await tries(other, 'shared', 2)).toEqual([false, true]);
    });

    it('are available again after another process gives one back', async () => {
      const [one, other] = [new Attempts(LIMIT, redis), new Attempts(LIMIT, redis)];
      await tries(one, 'back', 3);
      expect(await tries(other, 'back', 1)).toEqual([true]);
      await one.giveBack('back');
      await one.giveBack('back');
      expect(await tries(other, 'back', 1)).toEqual([false]);
    });

    it('are counted by each process alone while Redis is away, including earlier attempts', async () => {
      const attempts = new Attempts(LIMIT, redis);
      await tries(attempts, 'before', 3);
      await server.kill();
      expect(await tries(attempts, 'before', 1)).toEqual([true]);
      expect(await tries(attempts, 'away', 4)).toEqual([false, false, false, true]);
    });
  });
});
