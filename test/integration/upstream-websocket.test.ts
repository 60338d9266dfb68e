import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireClient } from '../../gateway/accounts/find-client.ts';
import { revokeKey } from '../../gateway/accounts/keys/key-end.ts';
import { deleteClient } from '../../gateway/accounts/offboarding/client-delete.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { actor, type Customer, newCustomer } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startWebSocketEcho } from '../support/websocket-echo.ts';

let echo: Awaited<ReturnType<typeof startWebSocketEcho>>;
let gateway: TestGateway;
let records: Records;
let customer: Customer;

beforeAll(async () => {
  echo = await startWebSocketEcho();
  const folder = join(temporaryFolder('upstreams'), 'own');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'upstreams.ts'),
    `import { defineUpstream } from 'vitalgate/plugin';
    const urls = ['${echo.url}'];
    export default [
      defineUpstream({ name: 'live', prefix: '/live', urls, websocket: true, cost: 3, timeout: 300, limits: { client: 2 } }),
      defineUpstream({ name: 'plain', prefix: '/plain', urls }),
      defineUpstream({ name: 'gone', prefix: '/gone', urls: ['http://127.0.0.1:1'], websocket: true }),
    ];`,
  );
  gateway = await startTestGateway({ PLUGINS: folder, SERVICE_SECRET: 'a-secret-of-at-least-32-characters' });
  records = await openRecords({ dataDir: gateway.dataDir });
  customer = await newCustomer(records, { quota: 1_000 });
});

afterAll(async () => {
  await gateway.stop();
  await records.close();
  echo.stop();
});

/** The whole answer to a request for a WebSocket, or its head once the connection has switched. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { hostname, port } = new URL(gateway.baseUrl);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ 'X-API-Key': customer.key.text, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const asking = ['Host: a', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  socket.write(`GET ${path} HTTP/1.1\r\n${[...asking, key, ...lines].join('\r\n')}\r\n\r\n`);
  socket.once('data', () => socket.end());
  return text(socket);
}

async function open(path: string, key = customer.key.text): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const socket = new WebSocket(`${gateway.baseUrl.replace('http', 'ws')}${path}?apikey=${key}`);
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', () => resolve(performance.now()));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('not opened')));
  });
  return { socket, closed };
}

it('passes texts both ways, is charged when it opens, and tells the upstream who calls but not the key', async () => {
  const before = await customer.left(gateway);
  const { socket, closed } = await open('/live/chat');
  expect(await customer.left(gateway)).toBe(before - 3);
  for (const sent of ['one', 'two']) {
    const answer = new Promise<unknown>((resolve) => {
      socket.addEventListener('message', ({ data }) => resolve(data), { once: true });
    });
    socket.send(sent);
    expect(await answer).toBe(`echo: ${sent}`);
  }
  socket.close();
  await closed;
  expect(await customer.left(gateway)).toBe(before - 3);
  const [asked] = echo.asked;
  expect(asked).toMatchObject({ url: '/chat', headers: { 'x-gateway-client': customer.clientId } });
  expect(JSON.stringify(asked?.rawHeaders)).not.toContain(customer.key.text);
});

it('adds the headers of every answer, and leaves out cookies', async () => {
  const head = (await ask('/live/chat')).toLowerCase();
  expect(head).toMatch(/^http\/1\.1 101 /);
  expect(head).toMatch(/\r\nx-request-id: \w/);
  expect(head).toMatch(/\r\nratelimit: "month";r=/);
  expect(head).toContain('\r\nsec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=\r\n');
  expect(head).not.toContain('cookie');
});

it('is refused without a key, where the upstream has none, and as the upstream refuses it; nothing is charged', async () => {
  const before = await customer.left(gateway);
  expect(await ask('/live/chat', { 'X-API-Key': 'vg_live_wrong' })).toMatch(/^HTTP\/1\.1 401 /);
  expect(await ask('/plain/chat')).toMatch(/^HTTP\/1\.1 426 /);
  expect(await ask('/api/v1/bmi')).toMatch(/^HTTP\/1\.1 426 /);
  expect(await ask('/gone/chat')).toMatch(/^HTTP\/1\.1 503 /);
  expect(await ask('/live/silent')).toMatch(/^HTTP\/1\.1 504 /);
  const refused = await ask('/live/refused');
  expect(refused).toMatch(/^HTTP\/1\.1 403 /);
  expect(refused).toMatch(/\r\n\r\nno$/);
  expect(refused).not.toContain('theirs');
  expect(await customer.left(gateway)).toBe(before);
});

it('closes within a second after its key is revoked, or its client is deleted', async () => {
  const [revoked, deleted] = [await newCustomer(records, { quota: 100 }), await newCustomer(records, { quota: 100 })];
  const ends = { [revoked.key.text]: 0, [deleted.key.text]: 0 };
  const closing = Object.keys(ends).map(async (key) => {
    ends[key] = await (await open('/live/chat', key)).closed;
  });
  await expect.poll(() => echo.asked.filter(({ url }) => url === '/chat').length).toBeGreaterThanOrEqual(4);
  const since = performance.now();
  await revokeKey(records, { ...actor, at: Date.now() }, revoked.key.id);
  const { name } = await requireClient(records.db, deleted.clientId);
  await deleteClient(records, { ...actor, at: Date.now() }, deleted.clientId, name);
  await Promise.all(closing);
  for (const end of Object.values(ends)) expect(end - since).toBeLessThan(1_000);
});

it('counts against the calls that a client may run', async () => {
  const [one, other] = [await open('/live/chat'), await open('/live/chat')];
  expect(await ask('/live/chat')).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"temporary-reduced-capacity"/);
  one.socket.close();
  await one.closed;
  await expect.poll(async () => (await ask('/live/chat')).slice(0, 12)).toBe('HTTP/1.1 101');
  other.socket.close();
  await other.closed;
});
