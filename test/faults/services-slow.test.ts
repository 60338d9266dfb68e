import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BlackHole, startBlackHole } from '../support/black-hole.ts';
import { type RemoteGateway, startRemoteGateway } from '../support/remote-gateway.ts';
import { json, startRawTestService, type TestService } from '../support/remote-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const BEGIN = { 'Content-Type': 'application/json' };

/** How the service treats its calls, and when its latest connection was closed. */
let answer: (res: ServerResponse) => void;
let asked = 0;
let closedAt = 0;

let service: TestService;
let blackHole: BlackHole;
let gateway: RemoteGateway;
beforeAll(async () => {
  service = await startRawTestService((req, res) => {
    asked += 1;
    req.socket.once('close', () => {
      closedAt = performance.now();
    });
    answer(res);
  });
  blackHole = await startBlackHole();
  gateway = await startRemoteGateway([
    { name: 'impatient', urls: [service.url], timeout: { answer: 100 } },
    { name: 'patient', urls: [service.url] },
    { name: 'silent', urls: [`http://127.0.0.1:${blackHole.port}`], timeout: { answer: 100 } },
  ]);
});
afterAll(async () => {
  await gateway.stop();
  await service.close();
  await blackHole.close();
});

let chargedBefore: number;
beforeEach(async () => {
  chargedBefore = await gateway.charged();
  asked = 0;
  closedAt = 0;
});

const call = (name: string) => gateway.get(`/api/v1/${name}`, gateway.customer.headers);
const charged = async () => (await gateway.charged()) - chargedBefore;
const never = () => undefined;
const neverEnds = (res: ServerResponse) => void res.writeHead(200, BEGIN).write('{');

describe('a service that is too slow', () => {
  it.each([
    ['does not begin to answer', never],
    ['does not end its answer', neverEnds],
  ])('is 504 if it %s, uncharged, and its connection is closed', async (_what, slow) => {
    answer = slow;
    const response = await call('impatient');
    expect([response.status, response.headers.get('x-gateway-error')]).toEqual([504, 'service-timeout']);
    expect(await response.json()).toMatchObject({ code: 'service-timeout' });
    expect(await charged()).toBe(0);
    await waitUntil('the end of the connection', () => closedAt || undefined, 500);
  });

  it('that answers too late is ignored: the next call gets its own answer', async () => {
    const waiting: ServerResponse[] = [];
    answer = (res) => waiting.push(res);
    expect((await call('impatient')).status).toBe(504);
    answer = (res) => json(res, 200, { answer: 'mine' });
    for (const res of waiting) json(res, 200, { answer: 'late' });
    expect(await (await call('impatient')).json()).toEqual({ answer: 'mine' });
    expect(await charged()).toBe(1);
  });

  it('that never answers is 504, and out of use after five calls', async () => {
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await call('silent')).status));
    expect(statuses).toEqual(Array(5).fill(504));
    const began = performance.now();
    expect((await call('silent')).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(100);
    expect(await charged()).toBe(0);
  });
});

describe('a caller who leaves', () => {
  function ask(head: readonly string[] = [], body = ''): Socket {
    const socket = connect(gateway.port, '127.0.0.1');
    const method = body === '' ? 'GET' : 'POST';
    const lines = [`${method} /api/v1/patient HTTP/1.1`, 'Host: x', `X-API-Key: ${gateway.customer.key.text}`, ...head];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    return socket;
  }
  const left = () => gateway.logged().match(/"path":"\/api\/v1\/patient","status":499/g)?.length ?? 0;

  it.each([
    ['before the answer begins', never],
    ['while the answer comes in', neverEnds],
  ])('%s ends the call to the service within 500 ms; it is logged as 499 and not charged', async (_when, begin) => {
    answer = begin;
    const leftBefore = left();
    const caller = ask();
    await waitUntil('the call', () => asked || undefined);
    const leftAt = performance.now();
    caller.destroy();
    await waitUntil('the end of the connection', () => closedAt || undefined, 1_000);
    expect(closedAt - leftAt).toBeLessThan(500);
    expect(left() - leftBefore).toBe(1);
    expect(await charged()).toBe(0);
  });

  it('in the middle of the body is logged as 499 and not charged, and the service is not called', async () => {
    const leftBefore = left();
    const caller = ask(['Content-Type: application/json', 'Content-Length: 100'], '{');
    await waitUntil('the admission', async () => (await charged()) || undefined);
    caller.destroy();
    await waitUntil('the log line', () => left() - leftBefore || undefined, 1_000);
    expect(await charged()).toBe(0);
    expect(asked).toBe(0);
  });

  it('does not take the instance that was working for it out of use', async () => {
    answer = never;
    for (let time = 1; time <= 10; time++) {
      const caller = ask();
      await waitUntil('the call', () => asked >= time || undefined);
      closedAt = 0;
      caller.destroy();
      await waitUntil('its end', () => closedAt || undefined);
    }
    answer = (res) => json(res, 200, {});
    expect((await call('patient')).status).toBe(200);
  });
});
