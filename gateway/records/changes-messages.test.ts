import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, expect, it } from 'vitest';
import {
  describeWithOwnRedis,
  describeWithRedisCluster,
  type SharedServer,
  startBlackHole,
} from '../../test/support/servers.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { ChangesPublisher } from './changes/changes-publisher.ts';
import { ChangesSubscriber } from './changes/changes-subscriber.ts';
import { openRecords, type Records } from './records.ts';

let end: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(end.map((close) => close()));
  end = [];
});

/** A subscriber, and what it has told the feed. */
function subscribe(redisUrl: string) {
  const told: string[] = [];
  const subscriber = new ChangesSubscriber(redisUrl, {
    catchUp: async () => void told.push('look'),
    markAllStale: () => told.push('all stale'),
  });
  subscriber.start();
  end.push(() => subscriber.stop());
  const hears = (what: string, times = 1) =>
    waitUntil(`${times} times ${what}`, () => told.filter((one) => one === what).length >= times || undefined, 3_000);
  return { told, hears };
}

async function publishedRecords(redisUrl: string): Promise<Records> {
  const records = await openRecords({ dataDir: temporaryFolder('records') });
  const published = new ChangesPublisher(redisUrl).over(records);
  end.push(() => published.close());
  return published;
}

const change = (records: Records) => records.write(async () => 'done');

function aChangeIsHeard(server: () => SharedServer): void {
  it('end when they are stopped while they connect', async () => {
    const feed = { catchUp: async () => undefined, markAllStale: () => undefined };
    const subscriber = new ChangesSubscriber(server().url, feed);
    subscriber.start();
    await subscriber.stop();
  }, 3_000);

  it('a change is heard by every subscriber', async () => {
    const all = [subscribe(server().url), subscribe(server().url)];
    await Promise.all(all.map(({ hears }) => hears('all stale')));
    const before = all.map(({ told }) => told.length);
    expect(await change(await publishedRecords(server().url))).toBe('done');
    await Promise.all(all.map(({ hears }) => hears('look', 2)));
    expect(all.map(({ told }, index) => told.slice(before[index]))).toEqual([['look'], ['look']]);
  });
}

describeWithRedisCluster('messages of changes through a cluster', (cluster) => {
  aChangeIsHeard(() => cluster);

  it('go through the next node when one does not answer', async () => {
    const hole = await startBlackHole();
    end.push(() => hole.close());
    const nodes = `redis://127.0.0.1:${hole.port},${cluster.url}`;
    const { hears } = subscribe(nodes);
    await hears('all stale');
    const records = await publishedRecords(nodes);
    await change(records);
    await change(records);
    await hears('look', 2);
  });
});

describeWithOwnRedis('messages of changes', (redis) => {
  aChangeIsHeard(() => redis);

  it('are subscribed to again after Redis was away, and everything is stale then', async () => {
    const { told, hears } = subscribe(redis.url);
    await hears('all stale');
    await redis.kill();
    await redis.restart();
    await hears('all stale', 2);
    expect(told).toEqual(['all stale', 'look', 'all stale', 'look']);
    const records = await publishedRecords(redis.url);
    await change(records);
    await hears('look', 3);
  });

  it('are subscribed to again when only the subscription was lost', async () => {
    const { hears } = subscribe(redis.url);
    await hears('all stale');
    const operator = new Redis(redis.url);
    await operator.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    operator.disconnect();
    await hears('all stale', 2);
  });

  it('of a connection that fell silent come over a new one', async () => {
    const { hears } = subscribe(redis.url);
    await hears('all stale');
    await redis.pause();
    // Asked every two seconds whether it lives, it has half a second to answer.
    await sleep(3_500);
    await redis.resume();
    await hears('all stale', 2);
  });

  it('that cannot be sent hold up no change, and the next one is sent', async () => {
    const { hears } = subscribe(redis.url);
    await hears('all stale');
    const records = await publishedRecords(redis.url);
    await change(records);
    await hears('look', 2);
    await redis.pause();
    const before = performance.now();
    await change(records);
    expect(performance.now() - before).toBeLessThan(250);
    await redis.kill();
    await redis.restart();
    await hears('all stale', 2);
    await change(records);
    await hears('look', 4);
  });
});
