import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, TDEE, type TestGateway } from '../../test/support/in-process-gateway.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ ADMIN_PORT: '0' });
});
afterAll(() => gateway.stop());

async function readyz(base = gateway.baseUrl): Promise<{ status: number; body: { status: string } }> {
  const answer = await fetch(`${base}/readyz`);
  return { status: answer.status, body: (await answer.json()) as { status: string } };
}

const OK = { status: 'ok', parts: { records: 'ok', counters: 'ok', clock: 'ok', feed: 'ok' }, reasons: {} };

it('reports a degraded part at both ports while calls continue, and recovers with the records', async () => {
  expect((await gateway.get(TDEE)).status).toBe(200);
  expect(await readyz()).toEqual({ status: 200, body: OK });

  const records = new DatabaseSync(join(gateway.dataDir, 'records.sqlite'));
  records.exec('ALTER TABLE changes RENAME TO changes_away');
  const degraded = await waitUntil('degraded', async () => {
    const found = await readyz();
    return found.body.status === 'ok' ? undefined : found;
  });
  expect(degraded).toEqual({
    status: 200,
    body: {
      status: 'degraded',
      parts: { records: 'degraded', counters: 'ok', clock: 'ok', feed: 'degraded' },
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
