import { once } from 'node:events';
import { createServer } from 'node:net';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import type { OwnServer } from './own-server.ts';
import { startPostgres } from './postgres.ts';

let server: OwnServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function query(url: string, text: string, timeout = 5_000): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout, query_timeout: timeout });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('a PostgreSQL of a test', () => {
  it('keeps its port and its commits when it is killed and restarted', async () => {
    server = await startPostgres();
    const { url } = server;
    await query(url, 'create table answered as select 42 as n');
    await server.kill();
    await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED');

    await server.restart();
    expect(server.url).toBe(url);
    expect(await query(url, 'select n from answered')).toEqual([{ n: 42 }]);
  });

  it('has no data after an empty restart', async () => {
    server = await startPostgres();
    await query(server.url, 'create table answered (n int)');
    await server.restart({ empty: true });
    expect(await query(server.url, "select to_regclass('answered') as found")).toEqual([{ found: null }]);
  });

  it('restarts although another process has its port for a moment', async () => {
    server = await startPostgres();
    await server.kill();
    const other = createServer().listen(server.port, '127.0.0.1');
    await once(other, 'listening');
    setTimeout(() => other.close(), 300);
    await server.restart();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is silent while it is paused, even on open connections', async () => {
    server = await startPostgres();
    const open = new pg.Client({ connectionString: server.url, query_timeout: 200 });
    open.on('error', () => undefined);
    await open.connect();
    await server.pause();
    await expect(open.query('select 1')).rejects.toThrow('timeout');
    await server.resume();
    await open.end();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('comes from unpacked packages of the distribution if the machine has none', {
    timeout: 400_000,
  }, async () => {
    server = await startPostgres({ from: ['packages'] });
    expect(server.origin).toMatch(/^packages: postgres \(PostgreSQL\) \d+/);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
