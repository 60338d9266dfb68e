import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openRecords } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { startGateway } from '../support/gateway.ts';
import { describeWithRedis } from '../support/servers.ts';

const CUSTOMERS = 20;
/** Each customer calls and asks for its bill in turn, so each lease is renewed several times. */
const MEASURED_MS = 45_000;
/** A checkpoint and an answer take their time, on a busy machine too. */
const LATE_MS = 1_000;

/** A disk that is busy with other tests may hold up a checkpoint. The end of a month begins the figures anew. */
const RETRIES = { retry: 2 };

/** The greatest age of `as_of` in milliseconds, while every bill has all calls that were answered before its `as_of`. */
async function oldestUsage(env: Record<string, string>): Promise<number> {
  const gateway = await startGateway({ env: { LOG_LEVEL: 'error', ...env } });
  const records = await openRecords({ dataDir: gateway.dataDir });
  const end = Date.now() + MEASURED_MS;
  let oldest = 0;

  async function callAndAsk(customer: Customer): Promise<void> {
    const answeredAt: number[] = [];
    while (Date.now() < end) {
      for (let call = 0; call < 5; call += 1) {
        expect((await customer.ask(gateway)).status).toBe(200);
        answeredAt.push(Date.now());
      }
      const response = await fetch(`${gateway.baseUrl}/platform/v1/billing`, { headers: customer.headers });
      const { as_of, used } = (await response.json()) as { as_of: string; used: number };
      const asOf = Date.parse(as_of);
      oldest = Math.max(oldest, Date.now() - asOf);
      expect(used).toBeGreaterThanOrEqual(answeredAt.filter((at) => at < asOf).length);
      await sleep(400);
    }
  }

  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, () => newCustomer(records, { quota: 1_000_000 })),
  );
  await Promise.all(customers.map(callAndAsk));
  await records.close();
  expect(await gateway.stop()).toBe(0);
  return oldest;
}

it('usage is ten seconds behind with the embedded store, and as_of claims no missing call', RETRIES, async () => {
  const oldest = await oldestUsage({});
  console.info(`embedded: usage at most ${(oldest / 1_000).toFixed(1)} s behind`);
  expect(oldest).toBeLessThanOrEqual(10_000 + LATE_MS);
});

describeWithRedis('usage of leased calls', (redis) => {
  it('is twenty seconds behind, and as_of claims no missing call', RETRIES, async () => {
    const oldest = await oldestUsage({ REDIS_URL: redis.url });
    console.info(`over Redis: usage at most ${(oldest / 1_000).toFixed(1)} s behind`);
    expect(oldest).toBeGreaterThan(10_000);
    expect(oldest).toBeLessThanOrEqual(20_000 + LATE_MS);
  });
});
