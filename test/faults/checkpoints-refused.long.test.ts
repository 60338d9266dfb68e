import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Longer than the time between two checkpoints. */
const CHECKPOINT_MS = 12_000;

let gateway: TestGateway;
let ahead = 0;
beforeAll(async () => {
  gateway = await startTestGateway({ STALE_KEYS: '3600' }, () => Date.now() + ahead);
});
afterAll(() => gateway.stop());

const billing = async () =>
  (await (await gateway.get('/platform/v1/billing')).json()) as { used: number; as_of: string };
const usagePart = async () => {
  const answer = await fetch(`${gateway.baseUrl}/readyz`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { parts: { usage: string } }).parts.usage;
};

it('records that refuse checkpoints: calls go on, and the age of the figures shows until they are written', async () => {
  const records = new DatabaseSync(join(gateway.dataDir, 'records.sqlite'), { timeout: 5_000 });
  records.exec("create trigger refuse before insert on month_fold begin select raise(abort, 'refused'); end");
  const calledAt = Date.now();
  expect((await gateway.get(TDEE)).status).toBe(200);
  await sleep(CHECKPOINT_MS);
  ahead = 60_000;
  expect(await usagePart()).toBe('degraded');
  expect((await gateway.get(TDEE)).status).toBe(200);

  const stale = await billing();
  expect(stale.used).toBe(0);
  expect(Date.parse(stale.as_of)).toBeLessThan(calledAt);
  expect(gateway.logged()).toContain('refused');

  records.exec('drop trigger refuse');
  records.close();
  await waitUntil('well', async () => ((await usagePart()) === 'ok' ? true : undefined), CHECKPOINT_MS, 200);
  const { used, as_of } = await billing();
  expect(used).toBe(2);
  expect(Date.parse(as_of)).toBeGreaterThan(calledAt + ahead);
}, 40_000);
