import { connect, createServer, type Socket } from 'node:net';
import { Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeWithPostgres } from '../../test/support/servers.ts';
import { postgresDialect } from './postgres.ts';
import type { Tables } from './tables.ts';

/** A relay to a server that can silently drop its connections. */
async function startRelay(host: string, port: number) {
  const pairs = new Set<readonly [Socket, Socket]>();
  const relay = createServer((near) => {
    const far = connect(port, host);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');
  return {
    port: address.port,
    loseConnections() {
      for (const [near, far] of pairs) near.unpipe(far).resume() && far.unpipe(near).resume();
    },
    close() {
      for (const [near, far] of pairs) near.destroy() && far.destroy();
      relay.close();
    },
  };
}

describeWithPostgres('a connection to PostgreSQL that died silently', (server) => {
  it('fails one query and is replaced', async () => {
    const { hostname, port } = new URL(server.url);
    const relay = await startRelay(hostname, Number(port));
    const url = new URL(server.url);
    url.port = String(relay.port);
    const dialect = postgresDialect(url.href, { connections: 1, statementTimeout: 200 });
    const db = new Kysely<Tables>({ dialect });
    const ask = () => sql`select 1 as one`.execute(db);
    await ask();
    relay.loseConnections();
    await expect(ask()).rejects.toThrow('PostgreSQL was silent');
    expect((await ask()).rows).toEqual([{ one: 1 }]);
    await db.destroy();
    relay.close();
  });
});
