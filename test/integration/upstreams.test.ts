import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireClient } from '../../gateway/accounts/find-client.ts';
import { revokeKey } from '../../gateway/accounts/keys/key-end.ts';
import { deleteClient } from '../../gateway/accounts/offboarding/client-delete.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { loadUpstreams } from '../../plugins/sdk/loading/load-upstreams.ts';
import { actor, type Customer, newCustomer } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SECRET = 'a-secret-of-at-least-32-characters';
const PACKED = gzipSync('packed text');

/** An existing service that knows nothing of the gateway. */
const existing = createServer(async (req, res) => {
  const { url = '', method, headers } = req;
  if (url.startsWith('/echo')) {
    const body = await text(req);
    res.setHeader('Content-Type', 'application/json').setHeader('Set-Cookie', 'session=theirs');
    res.end(JSON.stringify({ method, url, headers, body }));
  } else if (url === '/packed') {
    res
      .writeHead(200, { 'Content-Encoding': 'gzip', 'Cache-Control': 'max-age=60', 'Content-Length': PACKED.length })
      .end(PACKED);
  } else if (url === '/range') {
    res.writeHead(206, { 'Content-Range': 'bytes 2-3/10' }).end('cd');
  } else if (url === '/events') {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: one\n\n');
  } else if (url === '/silent') {
    // It never answers.
  } else res.writeHead(Number(url.slice(1)) || 404, { Location: '/elsewhere' }).end('as it is');
});

let gateway: TestGateway;
let records: Records;
let customer: Customer;

beforeAll(async () => {
  const folder = join(temporaryFolder('upstreams'), 'own');
  mkdirSync(folder);
  const declared = `
    import { defineUpstream } from 'vitalgate/plugin';
    export default [
      defineUpstream({ name: 'reports', prefix: '/reports', urls: ['${await addressOf(existing)}'], cost: 3, bodyLimit: 100, timeout: 300 }),
      defineUpstream({ name: 'gone', prefix: '/gone', urls: ['http://127.0.0.1:1'], methods: ['GET'], strip: false }),
    ];`;
  writeFileSync(join(folder, 'upstreams.ts'), declared);
  gateway = await startTestGateway({ PLUGINS: folder, SERVICE_SECRET: SECRET, ADMIN_PORT: '0' });
  records = await openRecords({ dataDir: gateway.dataDir });
  customer = await newCustomer(records, { quota: 1_000 });
});

afterAll(async () => {
  await gateway.stop();
  await records.close();
  existing.closeAllConnections();
  existing.close();
});

async function addressOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const call = (path: string, init: RequestInit = {}, key = customer.key.text) =>
  fetch(gateway.baseUrl + path, {
    redirect: 'manual',
    ...init,
    headers: { 'X-API-Key': key, ...(init.headers as Record<string, string>) },
  });

it('needs a key, and passes no credential on', async () => {
  expect((await fetch(`${gateway.baseUrl}/reports/echo`)).status).toBe(401);
  expect((await fetch(`${gateway.baseUrl}/reports`)).status).toBe(401);
  const secrets = { Authorization: 'Bearer secret', Cookie: 'session=secret', 'X-Gateway-Client': 'forged' };
  const answer = await call('/reports/echo?a=1', { headers: { ...secrets, 'X-Own': 'kept' } });
  const byQuery = await fetch(`${gateway.baseUrl}/reports/echo?a=%20b&apikey=${customer.key.text}&c`);
  for (const one of [answer, byQuery]) {
    const told = await one.text();
    expect(told).not.toContain(customer.key.text);
    expect(told).not.toMatch(/secret|forged|apikey/);
    expect(JSON.parse(told)).toMatchObject({ headers: { 'x-gateway-client': customer.clientId } });
    if (one === byQuery) expect(JSON.parse(told)).toMatchObject({ url: '/echo?a=%20b&c' });
    else expect(JSON.parse(told)).toMatchObject({ url: '/echo?a=1', headers: { 'x-own': 'kept' } });
  }
  expect(answer.headers.get('set-cookie')).toBeNull();
});

it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('passes on %s with its body', async (method) => {
  const init = method === 'GET' ? { method } : { method, body: 'the body' };
  expect(await (await call('/reports/echo', init)).json()).toMatchObject({
    method,
    body: method === 'GET' ? '' : 'the body',
  });
});

it('leaves compression, HEAD, ranges, caching and redirects as they are', async () => {
  const raw = await new Promise<IncomingMessage>((resolve) => {
    request(`${gateway.baseUrl}/reports/packed`, { headers: customer.headers }, resolve).end();
  });
  const bytes = await raw.toArray();
  expect([raw.headers['content-encoding'], raw.headers['cache-control']]).toEqual(['gzip', 'max-age=60']);
  expect(Buffer.concat(bytes)).toEqual(PACKED);
  const head = await call('/reports/packed', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, `${PACKED.length}`, '']);
  const range = await call('/reports/range', { headers: { Range: 'bytes=2-3' } });
  expect([range.status, range.headers.get('content-range'), await range.text()]).toEqual([206, 'bytes 2-3/10', 'cd']);
  const moved = await call('/reports/302');
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/elsewhere']);
});

it('charges the cost for a 2xx, and nothing for any other answer', async () => {
  const before = await customer.left(gateway);
  for (const status of [302, 404, 422, 500]) expect((await call(`/reports/${status}`)).status).toBe(status);
  expect(await customer.left(gateway)).toBe(before);
  expect((await call('/reports/204')).status).toBe(204);
  expect(await customer.left(gateway)).toBe(before - 3);
});

it('does not charge a failure: unreachable, silent, too long, wrong method', async () => {
  const before = await customer.left(gateway);
  expect((await call('/gone/x')).status).toBe(503);
  expect((await call('/reports/silent')).status).toBe(504);
  expect((await call('/reports/echo', { method: 'POST', body: 'x'.repeat(101) })).status).toBe(413);
  // A body of unknown length is counted.
  const parts = ReadableStream.from(['x'.repeat(60), 'x'.repeat(60)].map((part) => new TextEncoder().encode(part)));
  const inParts = { method: 'POST', body: parts, duplex: 'half' } as RequestInit;
  expect((await call('/reports/echo', inParts)).status).toBe(413);
  expect((await call('/gone/x', { method: 'POST' })).status).toBe(405);
  expect(await customer.left(gateway)).toBe(before);
});

it.each(['/reports/../platform', '/reports/%2e%2e/x', '/reports/a/..%2fx', '/reportsx'])(
  'does not pass on %s',
  async (path) => {
    const { hostname, port } = new URL(gateway.baseUrl);
    const answer = await new Promise<IncomingMessage>((resolve) => {
      request({ hostname, port, path, headers: customer.headers }, resolve).end();
    });
    answer.resume();
    expect(answer.statusCode).toBe(404);
  },
);

it('shows an instance that is out of use in readiness and metrics, and one line in the log', async () => {
  for (let at = 0; at < 10; at++) expect((await call('/gone/x')).status).toBe(503);
  const ready = await fetch(`${gateway.baseUrl}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({
    status: 'degraded',
    parts: { 'upstream:gone': 'degraded', 'upstream:reports': 'ok' },
    reasons: { 'upstream:gone': 'unreachable' },
  });
  const metrics = await (await fetch(`http://127.0.0.1:${gateway.adminPort}/metrics`)).text();
  expect(metrics).toContain('vitalgate_service_instance_out{service="upstream/gone",instance="127.0.0.1:1"} 1\n');
  expect(metrics).toMatch(/^vitalgate_service_calls_total\{service="upstream\/gone",outcome="unavailable"\} [1-9]/m);
  expect(metrics).toMatch(/^vitalgate_service_calls_total\{service="upstream\/reports",outcome="answered"\} [1-9]/m);
  expect(gateway.logged().split('"upstream instance out of use"').length - 1).toBe(1);
});

it('charges an event stream at its head, and ends it within a second of the end of its key or its client', async () => {
  const [revoked, deleted] = [
    await newCustomer(records, { quota: 1_000 }),
    await newCustomer(records, { quota: 1_000 }),
  ];
  const ends = [revoked, deleted].map(async (other) => {
    const stream = await call('/reports/events', {}, other.key.text);
    expect(await other.left(gateway)).toBe(997);
    const reader = stream.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: one\n\n');
    return reader;
  });
  const endings = (await Promise.all(ends)).map((reader) =>
    reader?.read().then(
      () => ({ how: 'ended', at: performance.now() }),
      () => ({ how: 'broken off', at: performance.now() }),
    ),
  );
  // Longer than the time limit of other answers.
  const open = new Promise((resolve) => setTimeout(resolve, 500, 'open'));
  expect(await Promise.race([...endings, open])).toBe('open');
  const since = performance.now();
  await revokeKey(records, { ...actor, at: Date.now() }, revoked.key.id);
  const { name } = await requireClient(records.db, deleted.clientId);
  await deleteClient(records, { ...actor, at: Date.now() }, deleted.clientId, name);
  for (const ending of await Promise.all(endings)) {
    expect(ending?.how).toBe('broken off');
    expect((ending?.at ?? 0) - since).toBeLessThan(1_000);
  }
});

it('refuses a prefix that belongs to the gateway or to a plugin', async () => {
  const folder = temporaryFolder('upstreams-wrong');
  const load = (prefix: string, at: string) => {
    mkdirSync(join(folder, at));
    const declared = `import { defineUpstream } from 'vitalgate/plugin';
      export default defineUpstream({ name: 'x', prefix: '${prefix}', urls: ['http://127.0.0.1:1'] });`;
    writeFileSync(join(folder, at, 'upstreams.ts'), declared);
    return loadUpstreams([join(folder, at)], ['/api/acme']);
  };
  const reasons = async (...named: Parameters<typeof load>) =>
    (await load(...named)).refused.flatMap((one) => one.reasons);
  expect(await reasons('/platform', 'a')).toEqual(['prefix: belongs to the gateway']);
  expect(await reasons('/api/acme/more', 'b')).toEqual(['prefix: /api/acme/more overlaps with /api/acme']);
  expect((await load('/legacy', 'c')).upstreams).toHaveLength(1);
});
