import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { describeWithRedis } from '../../../test/support/servers.ts';
import { connectRedis } from './connection.ts';
import { RedisStore } from './store.ts';

describeWithRedis('commands of one moment', (redis) => {
  it('leave in one write, and so do those that follow their answers', async () => {
    const { hostname, port } = new URL(redis.url);
    /** What arrived at once: most often what was written at once. */
    const arrived: string[] = [];
    const forwarder = createServer((socket) => {
      const behind = connect(Number(port), hostname);
      socket.on('data', (bytes) => arrived.push(bytes.toString()));
      socket.pipe(behind).pipe(socket);
      socket.on('error', () => behind.destroy());
      behind.on('error', () => socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(forwarder, 'listening');
    const { port: own } = forwarder.address() as AddressInfo;
    const connection = connectRedis(`redis://127.0.0.1:${own}`);
    await connection.connect();
    const store = new RedisStore(connection);
    const clients = Array.from({ length: 50 }, (_, index) => `client-${index}`);
    const readTwice = async (client: string) => {
      await store.counters(client, '2026-11');
      await store.counters(client, '2026-10');
    };
    // Redis knows the script from now on, by its digest.
    await readTwice('client');
    arrived.length = 0;
    await Promise.all(clients.map(readTwice));
    const commands = arrived.map((text) => text.split('evalsha').length - 1);
    expect(commands.reduce((sum, count) => sum + count)).toBe(100);
    expect(commands[0]).toBe(50);
    expect(commands.length).toBeLessThan(10);
    await store.close();
    forwarder.close();
  });
});
