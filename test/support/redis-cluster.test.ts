import { Cluster, Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { type OwnRedisCluster, startRedisCluster } from './redis-cluster.ts';
import { waitUntil } from './wait-until.ts';

let cluster: OwnRedisCluster | undefined;
let client: Cluster | undefined;

afterEach(async () => {
  client?.disconnect();
  await cluster?.stop();
});

describe('a Redis Cluster of a test', () => {
  it('serves keys of every primary', async () => {
    cluster = await startRedisCluster();
    client = new Cluster([cluster.url]);
    // Slots of `foo`, `bar`, `hello` by CLUSTER KEYSLOT of the cluster specification's CRC16: 12182, 5061, 866.
    for (const key of ['foo', 'bar', 'hello']) await client.set(key, key);
    expect(await client.get('foo')).toBe('foo');
    const sizes = await Promise.all(client.nodes('master').map((node) => node.dbsize()));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3);
    expect(cluster.primaries).toHaveLength(3);
    expect(sizes).toHaveLength(3);
  });

  it('promotes the replica of a primary that is killed', { timeout: 40_000 }, async () => {
    cluster = await startRedisCluster({ replicas: 1 });
    client = new Cluster([cluster.url], { clusterRetryStrategy: () => 100 });
    client.on('error', () => undefined);
    // Slot 12182 belongs to the third of three primaries.
    const [, , third] = cluster.primaries;
    const direct = new Redis(third?.url ?? '');
    await direct.set('foo', 'kept');
    expect(await direct.wait(1, 5_000)).toBe(1);
    direct.disconnect();
    await third?.kill();
    const kept = await waitUntil('the promotion', () => client?.get('foo').catch(() => undefined), 30_000, 100);
    expect(kept).toBe('kept');
  });
});
