import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createHealth, degradedIf, type PartHealth, statusOf } from './health.ts';

function healthOf(parts: Record<string, PartHealth>) {
  return createHealth(Object.entries(parts).map(([name, health]) => ({ name, health: () => health })));
}

it('names unhealthy parts and the reasons; it is ready while calls are answered', () => {
  const { readiness } = healthOf({
    records: degradedIf(true, 'unreachable'),
    counters: { state: 'ok' },
    feed: degradedIf(false, 'behind'),
  });
  expect(readiness()).toEqual({
    status: 'degraded',
    parts: { records: 'degraded', counters: 'ok', feed: 'ok' },
    reasons: { records: 'unreachable' },
  });
  expect(statusOf(readiness())).toBe(200);
});

it('is not ready if any part is down', () => {
  const { readiness } = healthOf({
    records: degradedIf(true, 'unreachable'),
    counters: { state: 'down', reason: 'failing' },
  });
  expect(readiness()).toMatchObject({ status: 'down', reasons: { records: 'unreachable', counters: 'failing' } });
  expect(statusOf(readiness())).toBe(503);
});

it('is not ready while draining, and still reports its parts', () => {
  const health = healthOf({ counters: { state: 'ok' } });
  health.startDraining();
  expect(health.readiness()).toEqual({ status: 'draining', parts: { counters: 'ok' }, reasons: {} });
  expect(statusOf(health.readiness())).toBe(503);
});

describe('the step', () => {
  /** Sends a request through the step; what it does not answer gets 404. */
  async function ask(method: string, path: string): Promise<Response> {
    const health = healthOf({ counters: degradedIf(true, 'fallback'), records: { state: 'down', reason: 'cut-off' } });
    const server = createServer((_req, res) =>
      health.step({ method, call: { path } }, res, () => res.writeHead(404).end()),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}`, { method });
    server.close();
    return answer;
  }

  it('answers both pages, and a HEAD without a body', async () => {
    const alive = await ask('GET', '/healthz');
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
    expect(alive.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(alive.headers.get('cache-control')).toBe('no-store');
    const ready = await ask('GET', '/readyz/');
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'down' }]);
    const head = await ask('HEAD', '/readyz');
    expect([head.status, await head.text()]).toEqual([503, '']);
  });

  it.each([
    ['POST', '/healthz'],
    ['GET', '/healthz/x'],
    ['GET', '/docs'],
  ])('passes %s %s on', async (method, path) => {
    expect((await ask(method, path)).status).toBe(404);
  });
});
