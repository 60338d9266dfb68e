import { Cluster, type Redis } from 'ioredis';
import { UnsuitableRedis } from './unsuitable-redis.ts';

const OLDEST = 7;

/** The server will do, but not now. */
export class RedisNotReady extends Error {
  override readonly name = 'RedisNotReady';
}

/**
 * Looks at the servers behind a connection. An evicted counter is a lost count, so nothing may be evicted.
 *
 * @returns what is allowed and yet a risk, in a sentence each
 * @throws UnsuitableRedis naming the server and what it would have to be
 * @throws RedisNotReady while a server reads its data, or takes no writes because it has become a replica
 */
export async function checkServers(redis: Redis | Cluster): Promise<string[]> {
  if (redis instanceof Cluster) {
    // A node that has become a replica sends each command on to its successor.
    const ofNodes = redis.nodes('master').map(async (node) => checkInfo(nameOf(node), await node.info()));
    return (await Promise.all(ofNodes)).flat();
  }
  const info = await redis.info();
  if (field(info, 'role') === 'slave') {
    // The address may lead to its successor by now, which only a new connection reaches.
    redis.disconnect(true);
    throw new RedisNotReady(`Redis at ${nameOf(redis)} is a replica`);
  }
  return checkInfo(nameOf(redis), info);
}

/** What the answer to INFO says of a server; see {@link checkServers}. */
export function checkInfo(name: string, info: string): string[] {
  if (field(info, 'loading') === '1') throw new RedisNotReady(`Redis at ${name} is reading its data`);
  const version = field(info, 'redis_version');
  if (Number.parseInt(version, 10) < OLDEST) {
    throw new UnsuitableRedis(`Redis at ${name} is version ${version}; the gateway needs ${OLDEST} or later`);
  }
  const policy = field(info, 'maxmemory_policy');
  if (policy !== 'noeviction') {
    throw new UnsuitableRedis(`Redis at ${name} has maxmemory-policy ${policy} and would drop counts; set noeviction`);
  }
  if (field(info, 'aof_enabled') === '1') return [];
  return [`Redis at ${name} keeps no append-only file: a restart loses the calls since the last checkpoint`];
}

function field(info: string, name: string): string {
  return new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
}

function nameOf({ options }: Redis): string {
  return `${options.host ?? 'localhost'}:${options.port ?? 6379}`;
}
