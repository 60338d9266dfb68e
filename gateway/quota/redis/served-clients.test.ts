import { randomUUID } from 'node:crypto';
import { Cluster } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithRedis, describeWithRedisCluster } from '../../../test/support/servers.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { connectRedis } from './connection.ts';
import { leasesKey, sequenceKey } from './keys.ts';
import { servedClients } from './served-clients.ts';

const NOW = Date.UTC(2026, 10, 21);
const RELEASED_MS = 10 * 60_000;

function suite(url: () => string): void {
  let redis: ReturnType<typeof connectRedis>;
  beforeAll(async () => {
    redis = connectRedis(url());
    await redis.connect();
    // The connections to the nodes of a cluster open one after the other.
    const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
    for (const node of nodes) await waitUntil('a node', () => node.ping().catch(() => undefined));
  });
  afterAll(() => redis.disconnect());

  async function found(process: string, after: number): Promise<string[]> {
    const all = new Set<string>();
    for await (const page of servedClients(redis, process, after, NOW)) {
      for (const { client, sequence, leased } of page) all.add(`${client} ${sequence}${leased ? ' leased' : ''}`);
    }
    return [...all].toSorted();
  }

  it('finds the clients of a process with later commands, over more keys than one page has', async () => {
    const process = randomUUID();
    const other = randomUUID();
    const clients = Array.from({ length: 1_500 }, (_, at) => `cl_${String(at).padStart(4, '0')}`);
    await Promise.all(
      clients.map((client, at) => redis.set(sequenceKey(client, process), `${at}\n1 2 3\n4`, 'EX', 60)),
    );
    await redis.set(sequenceKey('cl_other', other), '9', 'EX', 60);
    expect(await found(process, 1_497)).toEqual(['cl_1498 1498', 'cl_1499 1499']);
    expect(await found(process, -1)).toHaveLength(1_500);
    expect(await found(other, 8)).toEqual(['cl_other 9']);
    expect(await found(other, 9)).toEqual([]);
  });

  it('finds every client that a journal of the process names, because a journal has its own sequences', async () => {
    const process = randomUUID();
    await redis.set(sequenceKey('cl_a', `${process}.1`), '1', 'EX', 60);
    await redis.set(sequenceKey('cl_b', `${process}/leases`), '2', 'EX', 60);
    expect(await found(process, 1_000)).toEqual(['cl_a 0', 'cl_b 0']);
  });

  it('finds the clients with an open lease, until it is released', async () => {
    const process = randomUUID();
    const [open, released] = [`cl_${process}`, `cl_released_${process}`];
    const lease = (seen: number) => `3 2026-11 100 ${seen} 0`;
    for (const client of [open, released]) await redis.set(sequenceKey(client, process), '5', 'EX', 60);
    await redis.hset(leasesKey(open), process, lease(NOW - RELEASED_MS));
    await redis.hset(leasesKey(open), randomUUID(), lease(NOW));
    await redis.hset(leasesKey(released), process, lease(NOW - RELEASED_MS - 1));
    expect(await found(process, 5)).toEqual([`${open} 5 leased`]);
    expect(await found(process, 4)).toEqual([`${open} 5 leased`, `${released} 5`].toSorted());
  });
}

describeWithRedis('clients that a process served, in Redis', (redis) => suite(() => redis.url));
describeWithRedisCluster('clients that a process served, in a cluster', (cluster) =>
  suite(() => `${cluster.url},${cluster.url}`),
);
