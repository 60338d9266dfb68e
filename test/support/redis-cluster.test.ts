import { Cluster } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { type OwnRedisCluster, startRedisCluster } from './redis-cluster.ts';

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
});
