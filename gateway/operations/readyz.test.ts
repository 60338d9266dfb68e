import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, TDEE, type TestGateway } from '../../test/support/in-process-gateway.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

let gateway: TestGateway;
/** Milliseconds by which the gateway's clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  gateway = await startTestGateway({ ADMIN_PORT: '0' }, () => Date.now() + ahead);
});
afterAll(() => gateway.stop());

async function readyz(base = gateway.baseUrl): Promise<{ status: number; body: { status: string } }> {
  const answer = await fetch(`${base}/readyz`);
  return { status: answer.status, body: (await answer.json()) as { status: string } };
}

const OK = {
  status: 'ok',
  parts: { records: 'ok', counters: 'ok', clock: 'ok', feed: 'ok', usage: 'ok' },
  reasons: {},
};

it('reports a degraded part at both ports while calls continue, and recovers with the records', async () => {
  expect((await gateway.get(TDEE)).status).toBe(200);
  expect(await readyz()).toEqual({ status: 200, body: OK });

  const records = new DatabaseSync(join(gateway.dataDir, 'records.sqlite'), { timeout: 5_000 });
  records.exec('ALTER TABLE changes RENAME TO changes_away');
  const degraded = await waitUntil('degraded', async () => {
    const found = await readyz();
    return found.body.status === 'ok' ? undefined : found;
  });
  expect(degraded).toEqual({
    status: 200,
    body: {
      status: 'degraded',
      parts: { records: 'degraded', counters: 'ok', clock: 'ok', feed: 'degraded', usage: 'ok' },
      reasons: { records: 'unreachable', feed: 'behind' },
    },
  });
  expect(await readyz(`http://127.0.0.1:${gateway.adminPort}`)).toEqual(degraded);
  expect((await gateway.get(TDEE)).status).toBe(200);

  records.exec('ALTER TABLE changes_away RENAME TO changes');
  records.close();
  const well = await waitUntil('well', async () => {
    const found = await readyz();
    return found.body.status === 'ok' ? found : undefined;
  });
  expect(well).toEqual({ status: 200, body: OK });
});

it('reports usage that is more than a minute old, and says so in its answers', async () => {
  const billing = async () => (await (await gateway.get('/platform/v1/billing')).json()) as { as_of: string };
  const metric = async () => (await fetch(`http://127.0.0.1:${gateway.adminPort}/metrics`)).text();
  const before = Date.parse((await billing()).as_of);
  expect(before).toBeGreaterThan(Date.now() - 11_000);
  ahead = 61_000;
  const found = await waitUntil('only usage is behind', async () => {
    const { status, body } = await readyz();
    return JSON.stringify(Object.keys((body as { reasons?: object }).reasons ?? {})) === '["usage"]'
      ? { status, body }
      : undefined;
  });
  expect(found).toMatchObject({ status: 200, body: { status: 'degraded', reasons: { usage: 'behind' } } });
  expect(Date.parse((await billing()).as_of)).toBe(before);
  expect(Number(/^vitalgate_usage_age_seconds (.*)$/m.exec(await metric())?.[1])).toBeGreaterThan(60);
});
