import { Cluster, type Redis } from 'ioredis';
import { UnsuitableRedis } from './unsuitable-redis.ts';

const OLDEST = 7;

/**
 * Looks at the servers behind a connection. An evicted counter is a lost count, so nothing may be evicted.
 *
 * @returns what is allowed and yet a risk, in a sentence each
 * @throws UnsuitableRedis naming the server and what it would have to be
 */
export async function checkServers(redis: Redis | Cluster): Promise<string[]> {
  const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const risks = await Promise.all(nodes.map(async (node) => checkInfo(nameOf(node), await node.info())));
  return risks.flat();
}

/** What the answer to INFO says of a server; see {@link checkServers}. */
export function checkInfo(name: string, info: string): string[] {
  const version = field(info, 'redis_version');
  if (Number.parseInt(version, 10) < OLDEST) {
    throw new UnsuitableRedis(`Redis at ${name} is version ${version}; the gateway needs ${OLDEST} or later`);
  }
  const policy = field(info, 'maxmemory_policy');
  if (policy !== 'noeviction') {
    throw new UnsuitableRedis(`Redis at ${name} has maxmemory-policy ${policy} and would drop counts; set noeviction`);
  }
  if (field(info, 'aof_enabled') === '1') return [];
  return [`Redis at ${name} keeps no append-only file: a restart loses the calls since the last fold`];
}

function field(info: string, name: string): string {
  return new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
}

function nameOf({ options }: Redis): string {
  return `${options.host ?? 'localhost'}:${options.port ?? 6379}`;
}
