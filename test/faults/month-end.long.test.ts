import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { usedUnits } from '../../gateway/quota/model/affordability.ts';
import { leasesKey } from '../../gateway/quota/redis/keys.ts';
import { RedisStore } from '../../gateway/quota/redis/store.ts';
import { openRecords } from '../../gateway/records/records.ts';
import { monthEnd, monthOf, nextMonth } from '../../gateway/values/calendar.ts';
import { newCustomer } from '../support/customer.ts';
import { observed } from '../support/fault-row.ts';
import { startGateway } from '../support/gateway.ts';
import { describeWithFakeClock, startPostgres, startRedis } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Calls per month. About 300 are made in the first one. */
const QUOTA = 600;

/** Milliseconds before the end of the month to which the clock is turned when all is ready. */
const BEFORE_MS = 5_000;

describeWithFakeClock('a month that ends while leases are out', (clock) => {
  it('counts each call in its month, and the new month has its whole quota', { timeout: 120_000 }, async () => {
    const month = monthOf(Date.now());
    const end = monthEnd(month);
    const [postgres, redis] = await Promise.all([startPostgres({ env: clock.env }), startRedis({ env: clock.env })]);
    const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn', ...clock.env };
    const gateways = [await startGateway({ env }), await startGateway({ env })];
    const records = await openRecords({ databaseUrl: postgres.url });
    const control = new Redis(redis.url);
    const customer = await newCustomer(records, { quota: QUOTA });
    const ahead = (end - BEFORE_MS - Date.now()) / 1_000;
    clock.turn(ahead);
    const now = () => Date.now() + ahead * 1_000;

    const heldAt: number[] = [];
    let surelyBefore = 0;
    let maybeBefore = 0;
    let admitted = 0;
    const statuses = new Set<number>();
    /** One call after the other, until refused in the new month. */
    async function caller(at: number): Promise<void> {
      for (let turn = 0; ; turn += 1) {
        const sent = now();
        const { status } = await customer.ask(gateways[(at + turn) % 2] ?? expect.unreachable());
        statuses.add(status);
        if (status !== 200) return;
        admitted += 1;
        if (now() < end) surelyBefore += 1;
        if (sent < end) maybeBefore += 1;
        await sleep(now() < end ? 40 : 5);
      }
    }
    try {
      // 100 calls a second for the last three seconds.
      await sleep(end - 3_000 - now());
      const callers = Array.from({ length: 4 }, (_, at) => caller(at));
      while (now() < end) {
        const leases = Object.values(await control.hgetall(leasesKey(customer.clientId)));
        heldAt.push(leases.reduce((sum, lease) => sum + Number(lease.split(' ')[2]), 0));
        await sleep(20);
      }
      await Promise.all(callers);

      const store = new RedisStore(new Redis(redis.url));
      const used = async (of: string) => {
        const snapshot = await store.counters(customer.clientId, of);
        return snapshot === null ? 0 : usedUnits(snapshot.counter);
      };
      const reported = async () =>
        (await used(month)) + (await used(nextMonth(month))) >= admitted ? true : undefined;
      await waitUntil('the reports of leases', reported, 12_000, 100).catch(() => undefined);
      const [ended, begun] = [await used(month), await used(nextMonth(month))];
      await store.close();
      const held = heldAt.at(-1) ?? 0;
      observed({
        scenario: `the month ends while leases hold ${held} units`,
        promise: 'each call counts in the month of its answer, and the new month has its whole quota',
        observed: `${maybeBefore} calls before the end, ${ended} counted; ${admitted - ended} after it at a quota of ${QUOTA}, ${begun} counted`,
      });
      expect(held).toBeGreaterThan(0);
      expect([...statuses]).toEqual([200, 429]);
      expect(ended).toBeGreaterThanOrEqual(surelyBefore);
      expect(ended).toBeLessThanOrEqual(maybeBefore);
      expect(begun).toBe(QUOTA);
      expect(ended + begun).toBe(admitted);
    } finally {
      control.disconnect();
      await records.close();
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await Promise.all([postgres.stop(), redis.stop()]);
    }
  });
});
