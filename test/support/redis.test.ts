import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { packageCache } from './debian-packages.ts';
import type { OwnServer } from './own-server.ts';
import { startRedis } from './redis.ts';

let server: OwnServer | undefined;
const clients: Redis[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await server?.stop();
  server = undefined;
});

/** Fails at once, while a pooled client would wait for the server to return. */
function client(url: string, commandTimeout = 5_000): Redis {
  const made = new Redis(url, { commandTimeout, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  made.on('error', () => undefined);
  clients.push(made);
  return made;
}

describe('a Redis of a test', () => {
  it('keeps its port and its data when it is killed and restarted', async () => {
    server = await startRedis();
    const { url, pid } = server;
    await client(url).set('answered', 'yes');
    await server.kill();
    expect(server.pid).toBeUndefined();
    await expect(client(url).ping()).rejects.toThrow();

    await server.restart();
    expect(server.url).toBe(url);
    expect(server.pid).not.toBe(pid);
    expect(await client(url).get('answered')).toBe('yes');
  });

  it('has no data after an empty restart', async () => {
    server = await startRedis();
    await client(server.url).set('answered', 'yes');
    await server.restart({ empty: true });
    expect(await client(server.url).dbsize()).toBe(0);
  });

  it('is silent while it is paused, and answers after it continues', async () => {
    server = await startRedis();
    const impatient = client(server.url, 100);
    await impatient.ping();
    await server.pause();
    await expect(impatient.ping()).rejects.toThrow('Command timed out');
    await server.resume();
    expect(await client(server.url).ping()).toBe('PONG');
  });

  it('can be stopped cleanly while it is paused', { timeout: 5_000 }, async () => {
    server = await startRedis();
    await server.pause();
    await server.stop();
    expect(server.pid).toBeUndefined();
  });

  it('comes from unpacked packages of the distribution if the machine has none', {
    timeout: 400_000,
  }, async () => {
    server = await startRedis({ from: ['packages'] });
    expect(server.origin).toMatch(/^packages: Redis server v=\d/);
    expect(await client(server.url).ping()).toBe('PONG');
    expect(await executable(server)).toContain(packageCache);
  });
});

async function executable({ url }: OwnServer): Promise<string> {
  return /^executable:(.*)\r$/m.exec(await client(url).info('server'))?.[1] ?? '';
}
