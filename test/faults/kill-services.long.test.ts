import type { ServerResponse } from 'node:http';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOLDS_INDEX, holdsKey } from '../../gateway/quota/redis/keys.ts';
import { openRecords } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { json, servicePlugin, startTestService, type TestService } from '../support/remote-service.ts';
import { describeWithOwnRedis, describeWithPostgres } from '../support/servers.ts';
import { TEST_SECRET } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const FAR = '/api/v1/far';
const BMI = '/api/v1/bmi';
const CALLS = 50;
const QUOTA = 1_000;

let service: TestService;
let waiting: ServerResponse[] = [];

beforeAll(async () => {
  service = await startTestService((req, res) => {
    if (req.url?.endsWith('?wait')) waiting.push(res);
    else json(res, 200, {});
  });
});
afterAll(() => service.close());
beforeEach(() => {
  waiting = [];
});

const environment = () => ({
  LOG_LEVEL: 'warn',
  SERVICE_SECRET: TEST_SECRET,
  PLUGINS: `classic,core,${servicePlugin({ urls: [service.url] })}`,
});

const post = ({ headers }: Customer, { baseUrl }: { readonly baseUrl: string }, path: string, key: string) =>
  fetch(baseUrl + path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': `"${key}"` },
    body: JSON.stringify({ weight: 65, height: 168 }),
  });

/** Ten answered calls, and calls that a service is working on. */
async function callAll(customer: Customer, gateway: RunningGateway): Promise<void> {
  for (let call = 0; call < 10; call += 1) expect((await customer.ask(gateway, FAR)).status).toBe(200);
  const open = Array.from({ length: CALLS - 1 }, () => customer.ask(gateway, `${FAR}?wait`));
  open.push(post(customer, gateway, `${FAR}?wait`, 'open'));
  for (const call of open) call.catch(() => undefined);
  await waitUntil('all calls at the service', () => (waiting.length === CALLS ? true : undefined));
}

describe('calls of a service whose gateway is killed', () => {
  it('are free again at the next start; answered ones and keys are not forgotten', async () => {
    const dataDir = temporaryFolder('kill-services');
    const first = await startGateway({ dataDir, env: environment() });
    const records = await openRecords({ dataDir });
    const customer = await newCustomer(records, { quota: QUOTA });
    await callAll(customer, first);
    expect((await post(customer, first, BMI, 'answered')).status).toBe(200);
    expect(await customer.left(first)).toBe(QUOTA - 11 - CALLS);
    first.kill('SIGKILL');
    await first.exited;
    const second = await startGateway({ dataDir, env: environment() });
    expect(await customer.left(second)).toBe(QUOTA - 11);
    expect((await post(customer, second, BMI, 'answered')).status).toBe(200);
    expect((await post(customer, second, FAR, 'answered')).status).toBe(422);
    expect(await customer.left(second)).toBe(QUOTA - 11);
    // The key of a call without an answer is free: the call is made and charged.
    const retried = post(customer, second, `${FAR}?wait`, 'open');
    const again = await waitUntil('the call', () => waiting[CALLS]);
    json(again, 200, {});
    expect((await retried).status).toBe(200);
    expect(await customer.left(second)).toBe(QUOTA - 12);
    await records.close();
    expect(await second.stop()).toBe(0);
  }, 60_000);

  describeWithPostgres('with PostgreSQL', (postgres) => {
    describeWithOwnRedis('and Redis', (redis) => {
      it('with one key at two gateways at the same moment: one charge, and one call of a service', async () => {
        const env = { ...environment(), DATABASE_URL: postgres.url, REDIS_URL: redis.url };
        const gateways = await Promise.all([startGateway({ env }), startGateway({ env })]);
        const records = await openRecords({ databaseUrl: postgres.url });
        const customer = await newCustomer(records, { quota: QUOTA });
        const atBoth = async (path: string, key: string) => {
          const answers = await Promise.all(gateways.map((one) => post(customer, one, path, key)));
          return answers.map(({ status }) => status).sort();
        };
        for (let round = 0; round < 20; round += 1) {
          expect(await atBoth(BMI, `computed-${round}`)).toEqual([200, 200]);
          expect(await atBoth(FAR, `forwarded-${round}`)).toEqual([200, 409]);
        }
        const [first] = gateways;
        // Asking shows what leases hold as used, so wait until they have ended.
        const charged = async () => ((await customer.left(first)) === QUOTA - 40 ? true : undefined);
        await waitUntil('40 charged calls of 80', charged, 15_000);
        await records.close();
        expect(await Promise.all(gateways.map((one) => one.stop()))).toEqual([0, 0]);
      }, 60_000);

      it('are returned by another gateway when their time is over', async () => {
        const env = { ...environment(), DATABASE_URL: postgres.url, REDIS_URL: redis.url };
        const [first, second] = [await startGateway({ env }), await startGateway({ env })];
        const records = await openRecords({ databaseUrl: postgres.url });
        const customer = await newCustomer(records, { quota: QUOTA });
        await callAll(customer, first);
        const both = await Promise.all([first, second].map((one) => post(customer, one, BMI, 'answered')));
        expect(both.map(({ status }) => status)).toEqual([200, 200]);
        expect((await post(customer, second, `${FAR}?wait`, 'open')).status).toBe(409);
        first.kill('SIGKILL');
        await first.exited;
        // The dead gateway may have held a lease as well.
        const left = await customer.left(second);
        expect(left).toBeLessThanOrEqual(QUOTA - 11 - CALLS);
        await endHolds(redis.url, customer.clientId);
        const returned = async () => ((await customer.left(second)) === left + CALLS ? true : undefined);
        await waitUntil('the units of the dead gateway', returned, 15_000);
        expect((await post(customer, second, BMI, 'answered')).status).toBe(200);
        expect(await customer.left(second)).toBe(left + CALLS);
        await records.close();
        expect(await second.stop()).toBe(0);
      }, 60_000);
    });
  });
});

/** Moves the end of all holds of a client to now, instead of waiting for two minutes. */
async function endHolds(url: string, client: string): Promise<void> {
  const redis = new Redis(url);
  for (const [name, text] of Object.entries(await redis.hgetall(holdsKey(client)))) {
    await redis.hset(holdsKey(client), name, text.replace(/^\d+/, `${Date.now()}`));
  }
  await redis.zadd(HOLDS_INDEX, 0, `0 ${client}`);
  redis.disconnect();
}
