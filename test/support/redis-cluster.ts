import { Redis } from 'ioredis';
import { findPrograms, type Origin, type Programs } from './find-server.ts';
import { freePort } from './free-port.ts';
import type { OwnServer } from './own-server.ts';
import { redisSoftware, startLocalRedis } from './redis.ts';
import { waitUntil } from './wait-until.ts';

/** A Redis Cluster for one test. */
export interface OwnRedisCluster {
  /** URL of one node; clients find the others through it. */
  readonly url: string;
  readonly origin: string;
  readonly primaries: readonly OwnServer[];
  /** `replicas[i]` replicates `primaries[i % primaries.length]`. */
  readonly replicas: readonly OwnServer[];
  stop(): Promise<void>;
}

export interface RedisClusterOptions {
  /** At least 3, so that a majority can agree on a failover. Default 3. */
  readonly primaries?: number;
  /** Replicas for each primary. Default 0. */
  readonly replicas?: number;
  /**
   * Default: this machine, then the distribution's packages. Docker does not work, because its nodes would not reach
   * each other.
   */
  readonly from?: readonly Origin[];
}

const slots = 16_384;

/**
 * Starts a Redis Cluster on free loopback ports; the caller stops it.
 * @throws {NotFound} if this machine has no Redis
 */
export async function startRedisCluster(options: RedisClusterOptions = {}): Promise<OwnRedisCluster> {
  const { primaries = 3, replicas = 0 } = options;
  const programs = await findPrograms(redisSoftware, options.from);
  const nodes: Node[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map(({ server }) => server.stop()));
  };
  try {
    while (nodes.length < primaries * (1 + replicas)) nodes.push(await startNode(programs));
    await join(nodes, primaries);
  } catch (error) {
    await stop();
    throw error;
  }
  const servers = nodes.map(({ server }) => server);
  return {
    url: `redis://127.0.0.1:${servers[0]?.port}`,
    origin: `${programs.origin}: ${programs.version}`,
    primaries: servers.slice(0, primaries),
    replicas: servers.slice(primaries),
    stop,
  };
}

interface Node {
  readonly server: OwnServer;
  readonly bus: number;
}

/** The nodes' bus port: by default it is 10,000 above the port, which may not exist or be taken. */
async function startNode(programs: Programs): Promise<Node> {
  const bus = await freePort();
  const args = ['--cluster-enabled', 'yes', '--cluster-port', String(bus), '--cluster-node-timeout', '2000'];
  return { server: await startLocalRedis(programs, { args }), bus };
}

async function join(nodes: readonly Node[], primaries: number): Promise<void> {
  const clients = nodes.map(({ server }) => new Redis(server.url));
  try {
    const ids = await Promise.all(clients.map((client) => client.call('CLUSTER', 'MYID')));
    for (const [index, client] of clients.slice(0, primaries).entries()) {
      const [first, end] = [index, index + 1].map((part) => Math.floor((part * slots) / primaries));
      await client.call('CLUSTER', 'ADDSLOTSRANGE', String(first), String(Number(end) - 1));
      // Different epochs from the start save the nodes a round of conflict resolution.
      await client.call('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1));
    }
    for (const { server, bus } of nodes) {
      await clients[0]?.call('CLUSTER', 'MEET', '127.0.0.1', String(server.port), String(bus));
    }
    await Promise.all(clients.map((client) => agreement(client, nodes.length)));
    const replicas = clients.slice(primaries);
    for (const [index, client] of replicas.entries()) {
      await client.call('CLUSTER', 'REPLICATE', String(ids[index % primaries]));
    }
    await Promise.all(replicas.map(synchronized));
  } finally {
    for (const client of clients) client.disconnect();
  }
}

async function agreement(client: Redis, nodes: number): Promise<void> {
  await waitUntil(
    'one view of the cluster',
    async () => {
      const state = await client.cluster('INFO');
      return state.includes('cluster_state:ok') && state.includes(`cluster_known_nodes:${nodes}\r`) ? true : undefined;
    },
    20_000,
  );
}

async function synchronized(client: Redis): Promise<void> {
  await waitUntil(
    'a replica in step',
    async () => ((await client.info('replication')).includes('master_link_status:up') ? true : undefined),
    20_000,
  );
}
