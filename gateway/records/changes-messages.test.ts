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

/** A subscriber, and the calls it made to the feed. */
function subscribe(redisUrl: string) {
  const received: string[] = [];
  const subscriber = new ChangesSubscriber(redisUrl, {
    catchUp: async () => void received.push('poll'),
    markAllStale: () => received.push('all stale'),
  });
  subscriber.start();
  end.push(() => subscriber.stop());
  const waitFor = (what: string, times = 1) =>
    waitUntil(
      `${times} times ${what}`,
      () => received.filter((one) => one === what).length >= times || undefined,
      3_000,
    );
  return { received, waitFor };
}

async function publishedRecords(redisUrl: string): Promise<Records> {
  const records = await openRecords({ dataDir: temporaryFolder('records') });
  const published = new ChangesPublisher(redisUrl).over(records);
  end.push(() => published.close());
  return published;
}

const change = (records: Records) => records.write(async () => 'done');

function aChangeIsHeard(server: () => SharedServer): void {
  it('end when stopped while connecting', async () => {
    const feed = { catchUp: async () => undefined, markAllStale: () => undefined };
    const subscriber = new ChangesSubscriber(server().url, feed);
    subscriber.start();
    await subscriber.stop();
  }, 3_000);

  it('reach every subscriber', async () => {
    const all = [subscribe(server().url), subscribe(server().url)];
    await Promise.all(all.map(({ waitFor }) => waitFor('all stale')));
    const before = all.map(({ received }) => received.length);
    expect(await change(await publishedRecords(server().url))).toBe('done');
    await Promise.all(all.map(({ waitFor }) => waitFor('poll', 2)));
    expect(all.map(({ received }, index) => received.slice(before[index]))).toEqual([['poll'], ['poll']]);
  });
}

describeWithRedisCluster('messages of changes through a cluster', (cluster) => {
  aChangeIsHeard(() => cluster);

  it('use the next node when one does not answer', async () => {
    const hole = await startBlackHole();
    end.push(() => hole.close());
    const nodes = `redis://127.0.0.1:${hole.port},${cluster.url}`;
    const { waitFor } = subscribe(nodes);
    await waitFor('all stale');
    const records = await publishedRecords(nodes);
    await change(records);
    await change(records);
    await waitFor('poll', 2);
  });
});

describeWithOwnRedis('messages of changes', (redis) => {
  aChangeIsHeard(() => redis);

  it('are subscribed to again after an outage of Redis, which marks everything stale', async () => {
    const { received, waitFor } = subscribe(redis.url);
    await waitFor('all stale');
    await redis.kill();
    await redis.restart();
    await waitFor('all stale', 2);
    expect(received).toEqual(['all stale', 'poll', 'all stale', 'poll']);
    const records = await publishedRecords(redis.url);
    await change(records);
    await waitFor('poll', 3);
  });

  it('are subscribed to again when only the subscription is lost', async () => {
    const { waitFor } = subscribe(redis.url);
    await waitFor('all stale');
    const operator = new Redis(redis.url);
    await operator.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    operator.disconnect();
    await waitFor('all stale', 2);
  });

  it('arrive over a new connection when the old one fell silent', async () => {
    const { waitFor } = subscribe(redis.url);
    await waitFor('all stale');
    await redis.pause();
    // A ping every two seconds must be answered within half a second.
    await sleep(3_500);
    await redis.resume();
    await waitFor('all stale', 2);
  });

  it('that cannot be sent delay no change, and the next one is sent', async () => {
    const { waitFor } = subscribe(redis.url);
    await waitFor('all stale');
    const records = await publishedRecords(redis.url);
    await change(records);
    await waitFor('poll', 2);
    await redis.pause();
    const before = performance.now();
    await change(records);
    expect(performance.now() - before).toBeLessThan(250);
    await redis.kill();
    await redis.restart();
    await waitFor('all stale', 2);
    await change(records);
    await waitFor('poll', 4);
  });
});
