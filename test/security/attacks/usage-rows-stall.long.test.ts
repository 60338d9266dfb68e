import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createKey } from '../../../gateway/accounts/keys/keys.ts';
import { openRecords } from '../../../gateway/records/records.ts';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { actor, type Customer, newCustomer } from '../../support/customer.ts';
import { type RunningGateway, startGateway } from '../../support/gateway.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * The attack: a free tenant creates 1,000 keys and sends with each of them batches of invalid items: every item is
 * answered 400 and costs nothing. Each pair of key and calculator used to be a separate usage row, 100,000 of them, and
 * every ten seconds the gateway read and wrote all rows of the month at once: for the rest of the month every call of
 * every tenant waited up to a second.
 */
const KEYS = 1_000;
/** Two checkpoints and more. */
const WATCHED_MS = 25_000;
const QUIET_MS = 5_000;
const ASKED_EVERY_MS = 10;
/** Before the bound it was 700 to 1,000 ms. */
const MOST_MS = 50;

it('a tenant with very many uncharged usage rows does not hold up other tenants', {
  timeout: 300_000,
  retry: 2,
}, async () => {
  const dataDir = temporaryFolder('usage-rows');
  const gateway = await startGateway({ dataDir, env: { LOG_LEVEL: 'warn' } });
  const records = await openRecords({ dataDir });
  const quiet = await p99While(gateway, () => sleep(QUIET_MS));
  const tenant = await newCustomer(records, { quota: null });
  // A plan without a limit of keys: the gateway must cope with customers who pay for many.
  await records.db.updateTable('plans').set({ most_keys: null }).execute();
  const keys: string[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    const owner = { clientId: tenant.clientId, userId: null, name: 'k', environment: 'test' } as const;
    keys.push((await createKey(records, actor, { ...owner, expiresAt: null, calculators: null, cap: null })).text);
  }
  await sendInvalidBatches(gateway, keys);
  const attacked = await p99While(gateway, () => callFor(WATCHED_MS, gateway, tenant));
  const rows = await records.db.selectFrom('usage_fold').selectAll().execute();
  enqueueMail(rows.length, quiet, attacked);
  await records.close();
  expect(await gateway.stop()).toBe(0);
  expect(rows.length).toBeLessThan(2 * KEYS);
  expect(attacked).toBeLessThan(Math.max(MOST_MS, 3 * quiet));
});

it('a tenant with 100,000 rows of an earlier release does not hold up others after a start', {
  timeout: 300_000,
  retry: 2,
}, async () => {
  const dataDir = temporaryFolder('usage-rows');
  const env = { LOG_LEVEL: 'warn' };
  let gateway = await startGateway({ dataDir, env });
  const quiet = await p99While(gateway, () => sleep(QUIET_MS));
  const records = await openRecords({ dataDir });
  const tenant = await newCustomer(records, { quota: null });
  expect((await tenant.ask(gateway)).status).toBe(200);
  expect(await gateway.stop()).toBe(0);
  writeRows(dataDir, tenant.clientId, 100_000);

  gateway = await startGateway({ dataDir, env });
  const attacked = await p99While(gateway, () => callFor(WATCHED_MS, gateway, tenant));
  const rows = await records.db.selectFrom('usage_fold').selectAll().execute();
  enqueueMail(rows.length, quiet, attacked);
  await records.close();
  expect(await gateway.stop()).toBe(0);
  expect(rows.length).toBe(100_001);
  expect(attacked).toBeLessThan(Math.max(MOST_MS, 3 * quiet));
});

function enqueueMail(rows: number, quiet: number, attacked: number): void {
  console.info(`${rows} rows: p99 of /healthz ${attacked.toFixed(1)} ms, ${quiet.toFixed(1)} ms before`);
}

/** A batch of 100 items without input, each of another calculator, with each key. */
async function sendInvalidBatches({ baseUrl }: RunningGateway, keys: readonly string[]): Promise<void> {
  const { plugins } = await loadPlugins([]);
  const ofV1 = plugins.filter(({ mount }) => mount === '/api/v1');
  const names = ofV1.flatMap(({ calculators }) => calculators.map(({ name }) => name));
  const body = JSON.stringify({ requests: names.slice(0, 100).map((calculator) => ({ calculator, input: {} })) });
  for (const key of keys) {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const response = await fetch(`${baseUrl}/api/v1/batch`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
}

/** Rows as releases before the bound wrote them, 4,000 a day of this month. */
function writeRows(dataDir: string, client: string, rows: number): void {
  const counters = new DatabaseSync(join(dataDir, 'counters.sqlite'));
  const insert = counters.prepare(`INSERT INTO usage VALUES (?, ?, ?, 'tdee', '4xx', 1, 0)`);
  const month = new Date().toISOString().slice(0, 7);
  counters.exec('BEGIN');
  for (let row = 0; row < rows; row += 1) {
    const day = 1 + Math.floor(row / 4_000);
    insert.run(client, `${month}-${String(day).padStart(2, '0')}`, `key-${row}`);
  }
  counters.exec('COMMIT');
  counters.close();
}

/** Lets the tenant call now and then, so that each checkpoint has rows of it. */
async function callFor(ms: number, gateway: RunningGateway, tenant: Customer): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    await (await tenant.ask(gateway)).arrayBuffer();
    await sleep(100);
  }
}

/**
 * 99th percentile of `/healthz` in milliseconds. The probe asks at a fixed rate, whether or not the last answer has
 * come, so that many calls see a stall.
 */
async function p99While({ baseUrl }: RunningGateway, work: () => Promise<unknown>): Promise<number> {
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
  await work();
  clearInterval(timer);
  await Promise.all(open);
  agent.destroy();
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
}
