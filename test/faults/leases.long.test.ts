import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leasesKey } from '../../gateway/quota/redis/keys.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { observed } from '../support/fault-row.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';

/** Calls before a test begins: with them the first gateway comes to hold a lease. */
const BEFORE = 30;

interface TimedCall {
  readonly status: number;
  readonly sent: number;
  readonly answered: number;
}

describeWithPostgres('gateways of which one holds a lease', (postgres) => {
  describeWithRedis('over one Redis', (redis) => {
    let records: Records;
    let control: Redis;
    const all: RunningGateway[] = [];

    beforeAll(async () => {
      const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'error' };
      // One after the other: four at once take long on a busy machine.
      for (let at = 0; at < 4; at += 1) all.push(await startGateway({ env }));
      records = await openRecords({ databaseUrl: postgres.url });
      control = new Redis(redis.url);
    }, 120_000);
    afterAll(async () => {
      control.disconnect();
      await records.close();
      expect(await Promise.all(all.map((gateway) => gateway.stop()))).toEqual([0, 0, 0, 0]);
    }, 30_000);

    async function call(customer: Customer, at: number, gateways: readonly RunningGateway[]): Promise<TimedCall> {
      const sent = performance.now();
      const { status } = await customer.ask(gateways[at % gateways.length] ?? expect.unreachable());
      return { status, sent, answered: performance.now() };
    }

    async function heldUnits(customer: Customer): Promise<number> {
      const leases = Object.values(await control.hgetall(leasesKey(customer.clientId)));
      return leases.reduce((sum, lease) => sum + Number(lease.split(' ')[2]), 0);
    }

    /** A customer with 100 units left, of which the first gateway holds some. */
    async function customerWith100Left(): Promise<{ customer: Customer; held: number }> {
      const customer = await newCustomer(records, { quota: BEFORE + 100 });
      for (let at = 0; at < BEFORE; at += 1) expect((await call(customer, at, all.slice(0, 1))).status).toBe(200);
      const held = await heldUnits(customer);
      expect(held).toBeGreaterThanOrEqual(4);
      return { customer, held };
    }

    const promise = 'of 200 calls at 100 left exactly 100 are admitted, and none is refused while a unit is left';

    // On a busy machine a gateway may take longer than 200 ms to hear a recall, or Redis than 100 ms to answer.
    it.each([2, 3, 4])('admit exactly 100 of 200 calls at 100 left, at %i gateways', { retry: 2 }, async (count) => {
      const gateways = all.slice(0, count);
      const { customer, held } = await customerWith100Left();
      const calls: TimedCall[] = [];
      const callers = Array.from({ length: 20 }, async (_, caller) => {
        for (let turn = 0; turn < 10; turn += 1) calls.push(await call(customer, caller + turn, gateways));
      });
      await Promise.all(callers);
      const admitted = calls.filter(({ status }) => status === 200);
      const refused = calls.filter(({ status }) => status === 429);
      // A refused call was right if all units may have been taken before its answer.
      const early = refused.filter((one) => admitted.filter(({ sent }) => sent < one.answered).length < 100);
      observed({
        scenario: `${count} gateways, one holds a lease of ${held} units`,
        promise,
        observed: `${admitted.length} admitted, ${refused.length} refused, ${early.length} of them while a unit was left`,
      });
      expect([admitted.length, refused.length, early.length]).toEqual([100, 100, 0]);
    });

    it.each([2, 3, 4])('refuse no call at %i gateways while the idle one holds a unit', async (count) => {
      const { customer, held } = await customerWith100Left();
      const others = all.slice(1, count);
      const calls: TimedCall[] = [];
      for (let at = 0; at < 200; at += 1) calls.push(await call(customer, at, others));
      const first = calls.findIndex(({ status }) => status !== 200);
      const slowest = Math.max(...calls.slice(0, 100).map(({ sent, answered }) => answered - sent));
      observed({
        scenario: `${count} gateways, an idle one holds a lease of ${held} units`,
        promise,
        observed: `the first refusal is call ${first + 1}; the slowest of the 100 took ${slowest.toFixed(0)} ms`,
      });
      expect(calls.map(({ status }) => status)).toEqual([...Array(100).fill(200), ...Array(100).fill(429)]);
    });
  });
});
