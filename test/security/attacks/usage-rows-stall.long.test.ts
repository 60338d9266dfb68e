import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createKey } from '../../../gateway/accounts/keys.ts';
import { openRecords } from '../../../gateway/records/records.ts';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { actor, newCustomer } from '../../support/customer.ts';
import { startGateway } from '../../support/gateway.ts';
import { TDEE } from '../../support/in-process-gateway.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * A free tenant makes 1,000 keys and sends, with each of them, batches of items that are all invalid: every item is
 * answered 400 and costs nothing. Each pair of key and calculator used to be a row of usage of its own, 100,000 of them,
 * and every ten seconds the gateway read and wrote all rows of the month at once: for the rest of the month every call
 * of every tenant waited up to a second.
 */
const KEYS = 1_000;
/** Two folds and more. */
const WATCHED_MS = 25_000;
const ASKED_EVERY_MS = 10;

it('a tenant with very many uncharged usage rows does not hold up other tenants', { timeout: 300_000 }, async () => {
  const dataDir = temporaryFolder('usage-rows');
  const gateway = await startGateway({ dataDir, env: { LOG_LEVEL: 'warn' } });
  const records = await openRecords({ dataDir });
  const tenant = await newCustomer(records, { quota: null });
  const keys: string[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    const settings = {
      userId: null,
      name: 'k',
      environment: 'test',
      expiresAt: null,
      calculators: null,
      cap: null,
    } as const;
    keys.push((await createKey(records, actor, { clientId: tenant.clientId, ...settings })).text);
  }

  const { plugins } = await loadPlugins([]);
  const names = plugins
    .filter(({ mount }) => mount === '/api/v1')
    .flatMap((plugin) => plugin.calculators.map(({ name }) => name));
  const requests = Array.from({ length: 100 }, (_, at) => ({ calculator: names[at % names.length], input: {} }));
  const body = JSON.stringify({ requests });
  for (const key of keys) {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const response = await fetch(`${gateway.baseUrl}/api/v1/batch`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }

  const watch = watchHealth(gateway.baseUrl);
  const until = performance.now() + WATCHED_MS;
  while (performance.now() < until) {
    await (await fetch(gateway.baseUrl + TDEE, { headers: tenant.headers })).arrayBuffer();
    await sleep(100);
  }
  const waits = await watch.stop();
  const rows = await records.db
    .selectFrom('usage_fold')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? Number.NaN;
  const longest = waits.at(-1) ?? Number.NaN;
  console.info(
    `${names.length} calculators, ${rows.rows} rows, /healthz: ${waits.length} answers, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`,
  );
  await records.close();
  expect(await gateway.stop()).toBe(0);
  expect(p99).toBeLessThan(50);
});

/** Asks at a fixed rate, whether or not the last answer has come: a gateway that stands still is seen by many. */
function watchHealth(baseUrl: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const waits: number[] = [];
  const open = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const asked = performance.now();
    const answered = new Promise<void>((resolve, reject) => {
      get(`${baseUrl}/healthz`, { agent }, (response) => {
        response.resume();
        response.on('end', () => {
          waits.push(performance.now() - asked);
          resolve();
        });
      }).on('error', reject);
    });
    open.add(answered);
    void answered.finally(() => open.delete(answered));
  }, ASKED_EVERY_MS);
  return {
    async stop(): Promise<number[]> {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
      return waits.toSorted((a, b) => a - b);
    },
  };
}
