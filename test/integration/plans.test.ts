import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import { choosePlan } from '../../gateway/accounts/plans/plan-choice.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const DECEMBER = Date.UTC(2026, 11, 1);
const figures = { burst: null, mode: 'block', offered: true };

const file = join(temporaryFolder('plans'), 'plans.json');
let now = Date.UTC(2026, 10, 30, 23);
let gateway: TestGateway;
/** Works on the same records as the gateway, like the command line. */
let records: Records;

const write = (plans: object) => writeFileSync(file, JSON.stringify(plans));

beforeAll(async () => {
  write({ big: { quota: 5, ...figures }, small: { quota: 3, ...figures } });
  gateway = await startTestGateway({ PLANS_FILE: file }, () => now);
  records = await openRecords({ dataDir: gateway.dataDir });
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

async function clientOn(plan: string) {
  const actor = { name: 'test', at: now, address: null };
  const client = { name: `Client ${Math.random()}`, plan, admin: { name: 'A', email: null } };
  const { clientId, userId } = await createClient(records, actor, client);
  const settings = { expiresAt: null, calculators: null, cap: null };
  const key = await createKey(records, actor, { clientId, userId: null, name: 'k', environment: 'live', ...settings });
  const get = (path: string) => gateway.get(path, { 'X-API-Key': key.text });
  return {
    clientId,
    choose: (name: string) => choosePlan(records, { name: userId, at: now, address: null }, clientId, name),
    call: async (times = 1) => {
      const answers: number[] = [];
      for (let time = 0; time < times; time++) answers.push((await get(TDEE)).status);
      return answers;
    },
    /** The month in `RateLimit` and `RateLimit-Policy`. */
    month: async () => {
      const { headers } = await get('/api/v1/nothing');
      const left = /"month";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
      const quota = /"month";q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1];
      return `${left} of ${quota}`;
    },
  };
}

const becomes = (client: { month(): Promise<string> }, wanted: string) =>
  waitUntil(wanted, async () => ((await client.month()) === wanted ? true : undefined), 5_000);

it('an edited file of plans takes effect at once under load, and never leaves more than the limit', async () => {
  const client = await clientOn('big');
  expect(await client.call(4)).toEqual([200, 200, 200, 200]);
  expect(await client.month()).toBe('1 of 5');
  write({ big: { quota: 9, ...figures } });
  now += 2_000;
  await becomes(client, '5 of 9');
  write({ big: { quota: 2, ...figures } });
  now += 2_000;
  await becomes(client, '0 of 2');
  expect(await client.call()).toEqual([429]);

  write({ big: { quota: 'many', ...figures } });
  now += 2_000;
  await waitUntil('the refusal', () => (gateway.logged().includes('big.quota') ? true : undefined), 5_000);
  expect(await client.month()).toBe('0 of 2');
  write({ big: { quota: 5, ...figures } });
  now += 2_000;
  await becomes(client, '1 of 5');
});

it('a smaller plan takes effect with the first second of the next month, a larger one at once', async () => {
  const client = await clientOn('big');
  await client.call(4);
  await client.choose('small');
  expect(await client.month()).toBe('1 of 5');
  now = DECEMBER - 1;
  expect(await client.month()).toBe('1 of 5');
  now = DECEMBER;
  await becomes(client, '3 of 3');
  expect(await client.call(4)).toEqual([200, 200, 200, 429]);
  await client.choose('big');
  await becomes(client, '2 of 5');
});
