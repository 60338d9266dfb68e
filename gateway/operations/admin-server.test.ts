import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { waitUntil } from '../../test/support/wait-until.ts';
import { type AdminOptions, type AdminServer, startAdminServer } from './admin-server.ts';
import type { Readiness } from './health.ts';

const OK: Readiness = { status: 'ok', parts: { records: 'ok' }, reasons: {} };
const warnings: string[] = [];
const errors: string[] = [];
const open: AdminServer[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
  warnings.length = 0;
  errors.length = 0;
});

async function start(options: Partial<AdminOptions> = {}): Promise<AdminServer> {
  const server = await startAdminServer({
    host: '127.0.0.1',
    port: 0,
    retryMs: 10,
    names: [],
    expose: async () => ({ contentType: 'text/plain; version=0.0.4; charset=utf-8', body: 'up 1\n' }),
    reload: async () => ({ refused: [] }),
    readiness: () => OK,
    log: { warn: (_fields, message) => warnings.push(message), error: (_fields, message) => errors.push(message) },
    ...options,
  });
  open.push(server);
  return server;
}

const get = ({ port }: AdminServer, path: string) => fetch(`http://127.0.0.1:${port}${path}`);

it('serves metrics, liveness and readiness, and nothing else', async () => {
  const server = await start();
  const metrics = await get(server, '/metrics?x=1');
  expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(metrics.headers.get('cache-control')).toBe('no-store');
  expect(await metrics.text()).toBe('up 1\n');
  expect(await (await get(server, '/healthz')).json()).toEqual({ status: 'ok' });
  expect(await (await get(server, '/readyz')).json()).toEqual(OK);
  expect((await get(server, '/api/v1')).status).toBe(404);
});

it('is not ready when the gateway is not', async () => {
  const server = await start({ readiness: () => ({ ...OK, status: 'draining' }) });
  const answer = await get(server, '/readyz');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ status: 'draining' });
});

it('answers 500 without details when the metrics fail, and logs why', async () => {
  const server = await start({ expose: () => Promise.reject(new Error('secret place')) });
  const answer = await get(server, '/metrics');
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('secret place');
  expect(errors).toHaveLength(1);
});

it('waits for a port that is in use, without preventing the gateway from starting', async () => {
  const taker = createServer();
  await new Promise<void>((resolve) => taker.listen(0, '127.0.0.1', resolve));
  const address = taker.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  const server = await start({ port });
  expect(server.port).toBeNull();
  expect(warnings).toHaveLength(1);
  await new Promise((resolve) => taker.close(resolve));
  await waitUntil('the port', () => server.port ?? undefined);
  expect((await get(server, '/healthz')).status).toBe(200);
});

it('throws if the address does not belong to this machine', async () => {
  // TEST-NET-1 (RFC 5737) is not assigned.
  await expect(start({ host: '192.0.2.1' })).rejects.toThrow(/EADDRNOTAVAIL/);
});
