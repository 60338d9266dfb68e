import { Cluster, type Redis } from 'ioredis';
import { UnsuitableRedis } from './unsuitable-redis.ts';

const OLDEST = 7;

/** The server is suitable but not ready yet. */
export class RedisNotReady extends Error {
  override readonly name = 'RedisNotReady';
}

/**
 * Checks the servers behind a connection. An evicted counter is a lost count, so eviction must be off.
 *
 * @returns accepted risks, one sentence each
 * @throws UnsuitableRedis naming the server and the required setting
 * @throws RedisNotReady while a server loads its data, or refuses writes because it became a replica
 */
export async function checkServers(redis: Redis | Cluster): Promise<string[]> {
  if (redis instanceof Cluster) {
    // A node that became a replica redirects commands to its primary.
    const ofNodes = redis.nodes('master').map(async (node) => checkInfo(nameOf(node), await node.info()));
    return (await Promise.all(ofNodes)).flat();
  }
  const info = await redis.info();
  if (field(info, 'role') === 'slave') {
    // The address may lead to the new primary, which only a new connection reaches.
    redis.disconnect(true);
    throw new RedisNotReady(`Redis at ${nameOf(redis)} is a replica`);
  }
  return checkInfo(nameOf(redis), info);
}

/** Evaluates a server's answer to INFO; see {@link checkServers}. */
export function checkInfo(name: string, info: string): string[] {
  if (field(info, 'loading') === '1') throw new RedisNotReady(`Redis at ${name} is loading its data`);
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
