import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { usedUnits } from '../../gateway/quota/model/affordability.ts';
import { leasesKey } from '../../gateway/quota/redis/keys.ts';
import { RedisStore } from '../../gateway/quota/redis/store.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { monthOf } from '../../gateway/values/calendar.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { observed } from '../support/fault-row.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { describeWithFakeClock, describeWithPostgres, type OwnServer, startRedis } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

const QUOTA = 400;

/** The store releases the leases of a holder that it has not heard of for ten minutes. */
const RELEASED_AFTER_SECONDS = 600;

describeWithPostgres('two gateways', (postgres) => {
  describeWithFakeClock('over a Redis with a clock of its own', (clock) => {
    let redis: OwnServer;
    let records: Records;
    let control: Redis;
    let customer: Customer;
    let holder: RunningGateway;
    let other: RunningGateway;
    let admitted: number;

    beforeAll(async () => {
      redis = await startRedis({ env: clock.env });
      records = await openRecords({ databaseUrl: postgres.url });
      control = new Redis(redis.url);
    }, 30_000);
    beforeEach(async () => {
      clock.turn(0);
      const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'error' };
      [holder, other] = await Promise.all([startGateway({ env }), startGateway({ env })]);
      customer = await newCustomer(records, { quota: QUOTA });
      admitted = 0;
      await sleep(500);
    }, 30_000);
    afterEach(async () => {
      holder.kill('SIGCONT');
      await Promise.all([holder.stop(), other.stop()]);
    });
    afterAll(async () => {
      control.disconnect();
      await records.close();
      await redis.stop();
    });

    async function ask(gateway: RunningGateway): Promise<Response> {
      const response = await customer.ask(gateway);
      if (response.status === 200) admitted += 1;
      return response;
    }

    /** Units that the lease of the stopped gateway holds. */
    async function held(): Promise<number> {
      const [lease = ''] = Object.values(await control.hgetall(leasesKey(customer.clientId)));
      return Number(lease.split(' ')[2] ?? 0);
    }

    async function counted(): Promise<number> {
      const store = new RedisStore(new Redis(redis.url));
      const snapshot = await store.counters(customer.clientId, monthOf(Date.now()));
      await store.close();
      return snapshot === null ? 0 : usedUnits(snapshot.counter);
    }

    /** Calls the holder until it holds units, and a few times more: calls that it has not reported. */
    async function untilItHolds(): Promise<void> {
      while ((await held()) < 10) await ask(holder);
      for (let call = 0; call < 5; call += 1) await ask(holder);
    }

    /** Calls the other gateway as often as the quota has units. Returns the refusals. */
    async function drain(): Promise<Response[]> {
      const refused: Response[] = [];
      for (let call = 0; call < QUOTA; call += 1) {
        const response = await ask(other);
        if (response.status !== 200) refused.push(response);
      }
      return refused;
    }

    it('admit all other units at once while the holder is stopped, and the held ones when it goes on', async () => {
      await untilItHolds();
      holder.kill('SIGSTOP');
      const units = await held();
      const refused = await drain();
      // The lease holds what it did not report; it may have used some of it.
      const missing = QUOTA - admitted;
      expect(missing).toBeGreaterThan(0);
      expect(missing).toBeLessThanOrEqual(units);
      expect(refused.every(({ status }) => status === 429)).toBe(true);
      expect(refused.at(-1)?.headers.get('retry-after')).toBe('1');

      const continued = performance.now();
      holder.kill('SIGCONT');
      const closed = async () => ((await control.hlen(leasesKey(customer.clientId))) === 0 ? true : undefined);
      await waitUntil('the end of the lease', closed, 10_000, 10);
      const ms = performance.now() - continued;
      for (let call = 0; call < missing + 5; call += 1) await ask(other);
      observed({
        scenario: 'a gateway is stopped (SIGSTOP) while it holds a lease, and goes on',
        promise: 'the others get all other units at once, and the held ones when it reports',
        observed:
          `${missing} of ${QUOTA} units missing (held: ${units}), free ${ms.toFixed(0)} ms after it went on; ` +
          `${admitted} admitted, ${await counted()} counted`,
      });
      expect([admitted, await counted()]).toEqual([QUOTA, QUOTA]);
    }, 60_000);

    it('admit the held units ten minutes after the holder was stopped; its late report still counts', async () => {
      await untilItHolds();
      holder.kill('SIGSTOP');
      const units = await held();
      await drain();
      const before = admitted;
      // A minute earlier: a slow machine takes some seconds from the holder's last report until here.
      clock.turn(RELEASED_AFTER_SECONDS - 60);
      await drain();
      expect(admitted).toBe(before);
      clock.turn(RELEASED_AFTER_SECONDS + 5);
      await drain();
      const released = admitted - before;

      holder.kill('SIGCONT');
      const reported = async () => ((await counted()) >= admitted ? true : undefined);
      await waitUntil('the late report', reported, 10_000, 50);
      const beyond = admitted - QUOTA;
      observed({
        scenario: 'a gateway is stopped while it holds a lease, for more than ten minutes',
        promise:
          'its units are free after ten minutes; a late report still counts, beyond the quota by at most its lease',
        observed:
          `${released} units free after ten minutes (held: ${units}); ` +
          `${admitted} admitted, ${await counted()} counted, ${beyond} beyond the quota`,
      });
      expect(released).toBe(units);
      expect(beyond).toBeGreaterThan(0);
      expect(beyond).toBeLessThanOrEqual(units);
      expect(await counted()).toBe(admitted);
    }, 60_000);

    it('lose at most the units of the lease when the holder is killed and its journals are lost', async () => {
      await untilItHolds();
      const units = await held();
      holder.kill('SIGKILL');
      await holder.exited;
      rmSync(join(holder.dataDir, 'journals'), { recursive: true });
      const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'error' };
      holder = await startGateway({ env, dataDir: holder.dataDir });
      await drain();
      clock.turn(RELEASED_AFTER_SECONDS + 5);
      await drain();
      const found = await counted();
      const lost = admitted - found;
      observed({
        scenario: 'a gateway is killed while it holds a lease, and its journals are lost',
        promise: 'at most the calls of the lease since its last report are lost',
        observed: `${admitted} answered at a quota of ${QUOTA}, ${found} counted: ${lost} lost (at most ${units}), 0 double`,
      });
      expect(found).toBe(QUOTA);
      expect(lost).toBeGreaterThan(0);
      expect(lost).toBeLessThanOrEqual(units);
    }, 60_000);
  });
});
