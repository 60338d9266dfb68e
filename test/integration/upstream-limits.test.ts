import { once } from 'node:events';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A service that holds calls until they are let go, or answers with a status. */
class Holding {
  status = 200;
  holds = false;
  seen = 0;
  readonly #held: (() => void)[] = [];
  readonly server: Server = createServer((req, res) => {
    if (req.url === '/') {
      res.writeHead(this.status === 200 ? 200 : 500).end();
      return;
    }
    this.seen += 1;
    const answer = () => res.writeHead(this.status).end('done');
    if (this.holds) this.#held.push(answer);
    else answer();
  });

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get held(): number {
    return this.#held.length;
  }

  letGo(): void {
    this.holds = false;
    for (const answer of this.#held.splice(0)) answer();
  }
}

const [one, other, narrow] = [new Holding(), new Holding(), new Holding()];
const folder = join(temporaryFolder('upstreams'), 'own');
let urls: { one: string; other: string; narrow: string };
let gateway: TestGateway;
let records: Records;
let customer: Customer;

let version = 0;
/** Writes the upstreams. Their file has a later time than before. */
function declare(upstreams: readonly string[]): void {
  const file = join(folder, 'upstreams.ts');
  const lines = upstreams.map((options) => `defineUpstream({ ${options} })`);
  writeFileSync(file, `import { defineUpstream } from 'vitalgate/plugin';\nexport default [${lines.join(', ')}];`);
  version += 1;
  utimesSync(file, version, version);
}

const pair = () => `name: 'pair', prefix: '/pair', urls: ['${urls.one}', '${urls.other}'], timeout: 400`;
const few = () => `name: 'few', prefix: '/few', urls: ['${urls.narrow}'], limits: { client: 3 }`;
const tight = (waiting = 1) =>
  `name: 'tight', prefix: '/tight', urls: ['${urls.narrow}'], timeout: 400, limits: { instance: 2, waiting: ${waiting} }`;

beforeAll(async () => {
  mkdirSync(folder);
  urls = { one: await one.start(), other: await other.start(), narrow: await narrow.start() };
  declare([pair(), tight(), few()]);
  gateway = await startTestGateway({
    PLUGINS: folder,
    SERVICE_SECRET: 'a-secret-of-at-least-32-characters',
    ADMIN_PORT: '0',
  });
  records = await openRecords({ dataDir: gateway.dataDir });
  customer = await newCustomer(records, { quota: 100_000 });
});

afterAll(async () => {
  await gateway.stop();
  await records.close();
  for (const { server } of [one, other, narrow]) {
    server.closeAllConnections();
    server.close();
  }
});

const call = async (path: string) => (await fetch(gateway.baseUrl + path, { headers: customer.headers })).status;
const reload = () => fetch(`http://127.0.0.1:${gateway.adminPort}/reload`, { method: 'POST' });
const ready = async () =>
  (await (await fetch(`${gateway.baseUrl}/readyz`)).json()) as { parts: Record<string, string> };

it('sends each call to the instance that runs the fewest', async () => {
  one.holds = true;
  other.holds = true;
  const calls = Array.from({ length: 6 }, () => call('/pair/x'));
  await expect.poll(() => [one.held, other.held]).toEqual([3, 3]);
  one.letGo();
  other.letGo();
  expect(await Promise.all(calls)).toEqual(Array(6).fill(200));
});

it('lets calls beyond the limit of an instance wait, and refuses those beyond the queue uncharged', async () => {
  const before = await customer.left(gateway);
  narrow.holds = true;
  const running = [call('/tight/x'), call('/tight/x')];
  await expect.poll(() => narrow.held).toBe(2);
  const waiting = call('/tight/x');
  await expect.poll(() => call('/tight/x')).toBe(503);
  expect(narrow.seen).toBe(2);
  narrow.letGo();
  expect(await Promise.all([...running, waiting])).toEqual([200, 200, 200]);
  expect(await customer.left(gateway)).toBe(before - 3);
});

it('runs no more calls of a client than it may, though they all arrive at once', async () => {
  narrow.holds = true;
  const seen = narrow.seen;
  const calls = Array.from({ length: 12 }, () => call('/few/x'));
  await expect.poll(() => narrow.held).toBe(3);
  narrow.letGo();
  const statuses = await Promise.all(calls);
  expect([statuses.filter((status) => status === 200).length, narrow.seen - seen]).toEqual([3, 3]);
  expect(statuses.filter((status) => status === 503)).toHaveLength(9);
});

it('takes an instance that answers 500 out of use while another one works, and tries it again', async () => {
  one.status = 500;
  const seen: number[] = [];
  for (let at = 0; at < 30; at += 1) seen.push(await call('/pair/x'));
  expect(seen.filter((status) => status === 500)).toHaveLength(5);
  expect(seen.slice(-10)).toEqual(Array(10).fill(200));
  one.status = 200;
  const before = one.seen;
  // The first pause is a second.
  await expect.poll(async () => [await call('/pair/x'), one.seen > before], { timeout: 5_000 }).toEqual([200, true]);
});

it('passes on what the last instance in use says, however often it says 500', async () => {
  narrow.status = 500;
  for (let at = 0; at < 12; at += 1) expect(await call('/tight/x')).toBe(500);
  narrow.status = 200;
  expect(await call('/tight/x')).toBe(200);
});

it('does not hold a caller who stops sending against the upstream', async () => {
  const before = await customer.left(gateway);
  const { hostname, port } = new URL(gateway.baseUrl);
  for (let at = 0; at < 5; at += 1) {
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /tight/x HTTP/1.1\r\nHost: a\r\nX-API-Key: ${customer.key.text}\r\nContent-Length: 9\r\n\r\nhalf`,
    );
    narrow.holds = true;
    await once(socket.resume(), 'close');
  }
  narrow.letGo();
  expect(await call('/tight/x')).toBe(200);
  expect(await customer.left(gateway)).toBe(before - 1);
});

it('reads upstreams again at a reload, lets running calls finish, and keeps what a broken file declared', async () => {
  narrow.holds = true;
  const running = call('/tight/x');
  await expect.poll(() => narrow.held).toBe(1);
  declare([tight(2), `name: 'fresh', prefix: '/fresh', urls: ['${urls.other}']`]);
  expect((await reload()).status).toBe(200);
  expect([await call('/fresh/x'), await call('/pair/x')]).toEqual([200, 404]);
  expect(Object.keys((await ready()).parts)).not.toContain('upstream:pair');
  narrow.letGo();
  expect(await running).toBe(200);

  declare([`name: 'fresh', prefix: 'no path', urls: []`]);
  const answer = await reload();
  expect(JSON.stringify(await answer.json())).toContain('prefix: must be a path such as /reports');
  expect([await call('/fresh/x'), await call('/tight/x')]).toEqual([200, 200]);
  expect((await ready()).parts).toMatchObject({ 'plugin:fresh': 'degraded', 'plugin:tight': 'degraded' });

  declare([pair(), tight()]);
  expect((await reload()).status).toBe(200);
  expect([await call('/fresh/x'), await call('/pair/x')]).toEqual([404, 200]);
  expect((await ready()).parts).not.toHaveProperty('plugin:fresh');
});

it('opens no new proxy for an upstream that a reload leaves as it was', async () => {
  await call('/pair/x');
  const open = () => new Promise<number>((resolve) => one.server.getConnections((_, count) => resolve(count)));
  const before = await open();
  for (let at = 0; at < 10; at += 1) {
    await reload();
    expect(await call('/pair/x')).toBe(200);
  }
  await sleep(50);
  expect(await open()).toBeLessThanOrEqual(before + 1);
});
