import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usedUnits } from '../../gateway/quota/model/affordability.ts';
import { RedisStore } from '../../gateway/quota/redis/store.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { monthUsage } from '../../gateway/usage/report.ts';
import { monthOf } from '../../gateway/values/calendar.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { countsText, observed } from '../support/fault-row.ts';
import { type Forwarder, startForwarder } from '../support/forwarder.ts';
import { freePort } from '../support/free-port.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { startLoad } from '../support/load.ts';
import { describeWithOwnRedis, describeWithPostgres } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

const FAULT_MS = 1_500;

/** A Redis that goes on running, but whose answers are errors, or late, or break off. */
const FAULTS: Readonly<Record<string, (redis: Redis, way: Forwarder) => Promise<() => unknown>>> = {
  'has no memory left': async (redis) => {
    await redis.config('SET', 'maxmemory', '1');
    return () => redis.config('SET', 'maxmemory', '0');
  },
  'forgets its scripts again and again': async (redis) => {
    const timer = setInterval(() => void redis.script('FLUSH'), 5);
    return () => clearInterval(timer);
  },
  'asks for a password that the gateways do not have': async (redis) => {
    await redis.config('SET', 'requirepass', 'secret');
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    return () => redis.config('SET', 'requirepass', '');
  },
  'takes no more connections': async (redis) => {
    await redis.config('SET', 'maxclients', '1');
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    return () => redis.config('SET', 'maxclients', '10000');
  },
  'holds back all commands that write': async (redis) => {
    await redis.client('PAUSE', FAULT_MS, 'WRITE');
    return () => undefined;
  },
  'breaks off in the middle of answers': async (_redis, way) => {
    way.resetAfter(700);
    return () => way.heal();
  },
};

/** The sum of the audit entries about lost counters. */
async function audited(records: Records): Promise<number> {
  const entries = await records.db.selectFrom('audit').where('action', '=', 'counters.lost').select('after').execute();
  return entries.reduce((sum, { after }) => sum + Number(JSON.parse(after ?? '{}').lost), 0);
}

describeWithPostgres('two gateways under load', ({ url: databaseUrl }) => {
  describeWithOwnRedis('whose Redis', (server) => {
    let gateways: RunningGateway[];
    let adminPorts: number[];
    let records: Records;
    let redis: Redis;
    let way: Forwarder;
    beforeAll(async () => {
      way = await startForwarder(server.port);
      adminPorts = [await freePort(), await freePort()];
      const env = { DATABASE_URL: databaseUrl, REDIS_URL: `redis://127.0.0.1:${way.port}`, LOG_LEVEL: 'error' };
      gateways = await Promise.all(
        adminPorts.map((port) => startGateway({ env: { ...env, ADMIN_PORT: String(port) } })),
      );
      records = await openRecords({ databaseUrl });
      redis = new Redis(server.url);
    }, 60_000);
    afterAll(async () => {
      redis.disconnect();
      await records.close();
      expect(await Promise.all(gateways.map((gateway) => gateway.stop()))).toEqual([0, 0]);
      await way.close();
    }, 60_000);

    const counted = async ({ clientId }: Customer) =>
      (await monthUsage(records.db, clientId, monthOf(Date.now()))).used;
    const ready = async ({ baseUrl }: RunningGateway) => {
      const { status } = (await (await fetch(`${baseUrl}/readyz`)).json()) as { status: string };
      return status === 'ok';
    };

    /** Calls before, during and after a fault. Returns the answered ones. */
    async function callThrough(customer: Customer, fault: () => Promise<() => unknown>) {
      let turn = 0;
      const load = startLoad(
        () => gateways[turn++ % 2]?.baseUrl + TDEE,
        () => customer.headers,
        6,
        3,
      );
      await sleep(700);
      const end = await fault();
      await sleep(FAULT_MS);
      await end();
      const well = async () => (await Promise.all(gateways.map(ready))).every(Boolean) || undefined;
      await waitUntil('readiness', well, 10_000);
      await load.stop();
      expect([...load.answered.keys()]).toEqual([200]);
      expect(load.broken() + load.unsent()).toBe(0);
      return { answered: load.answered.get(200) ?? 0, slowest: load.slowest() };
    }

    it.each(Object.entries(FAULTS))(
      '%s answer every call, and count it once',
      async (fault, begin) => {
        const customer = await newCustomer(records, { quota: 100_000_000 });
        const { answered, slowest } = await callThrough(customer, () => begin(redis, way));
        const all = async () => (await counted(customer)) >= answered || undefined;
        await waitUntil('the checkpoint', all, 40_000, 200).catch(() => undefined);
        const units = await counted(customer);
        observed({
          scenario: `Redis ${fault}, two gateways under load`,
          promise: 'every call is answered and counted once',
          observed: `${countsText({ answered, counted: units })}, slowest ${slowest.toFixed(0)} ms`,
        });
        expect(units).toBe(answered);
      },
      90_000,
    );

    describe('is emptied by FLUSHALL while all connections stay open', () => {
      it('report the number of lost calls in the log, a metric and the audit', async () => {
        const customer = await newCustomer(records, { quota: 100_000_000 });
        const store = new RedisStore(redis);
        const unsaved = async () => {
          const counters = await store.counters(customer.clientId, monthOf(Date.now()));
          return counters !== null && usedUnits(counters.counter) > (await counted(customer)) ? true : undefined;
        };
        const { answered } = await callThrough(customer, async () => {
          // Right after a checkpoint Redis has nothing to lose.
          await waitUntil('calls that only Redis has counted', unsaved, 10_000, 5);
          await redis.flushall();
          return () => undefined;
        });
        const lost = async () => {
          const figures = await Promise.all(
            adminPorts.map(async (port) => {
              const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
              return Number(/^vitalgate_lost_units_total (\d+)$/m.exec(metrics)?.[1]);
            }),
          );
          return figures.reduce((sum, figure) => sum + figure, 0);
        };
        // Nothing more can be counted once every call is counted or reported as lost.
        const all = async () => (await counted(customer)) + (await lost()) >= answered || undefined;
        await waitUntil('the report', all, 40_000, 200).catch(() => undefined);
        const [units, metric] = [await counted(customer), await lost()];
        const logged = () =>
          gateways
            .flatMap((gateway) => gateway.output().split('\n'))
            .filter((line) => line.includes('the counter store has lost data'))
            .reduce((sum, line) => sum + Number(JSON.parse(line).lost), 0);
        observed({
          scenario: 'Redis is emptied (FLUSHALL) under load from two gateways',
          promise: 'the number of lost calls is in the log, a metric and the audit',
          observed: `${countsText({ answered, counted: units, mayBeLost: metric })}, ${metric} reported`,
        });
        expect(units).toBeLessThan(answered);
        expect([metric, await audited(records)]).toEqual([answered - units, answered - units]);
        await expect.poll(logged).toBe(answered - units);
      }, 90_000);
    });
  });
});
