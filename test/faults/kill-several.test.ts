import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { usedUnits } from '../../gateway/quota/model/affordability.ts';
import { RedisStore } from '../../gateway/quota/redis/store.ts';
import { openRecords } from '../../gateway/records/records.ts';
import { monthOf } from '../../gateway/values/calendar.ts';
import { newCustomer } from '../support/customer.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { startLoad } from '../support/load.ts';
import { describeWithOwnRedis, describeWithPostgres } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

/** `KILLS=30 npx vitest run test/faults/kill-several.test.ts` for the long run: one a second. */
const KILLS = Number(process.env.KILLS ?? 3);
const CALLERS = 4;

describeWithPostgres('four gateways', (postgres) => {
  describeWithOwnRedis('of which one is killed every second', (redis) => {
    it(`have counted every call they answered, after ${KILLS} kills`, async () => {
      const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'error' };
      // The first gateway creates the tables.
      const first = await startGateway({ env });
      const others = await Promise.all([1, 2, 3].map(() => startGateway({ env })));
      const gateways: RunningGateway[] = [first, ...others];
      const records = await openRecords({ databaseUrl: postgres.url });
      const customer = await newCustomer(records, { quota: 1_000_000_000 });
      // Separate callers for each gateway, so that a dead one does not block calls to the others.
      const loads = gateways.map((_, index) =>
        startLoad(
          () => gateways[index]?.baseUrl + TDEE,
          () => customer.headers,
          CALLERS,
          2,
        ),
      );

      for (let kill = 0; kill < KILLS; kill += 1) {
        const began = performance.now();
        const index = kill % gateways.length;
        const gateway = gateways[index] ?? expect.unreachable();
        gateway.kill('SIGKILL');
        await gateway.exited;
        // On the same port, so that its callers find it again.
        gateways[index] = await startGateway({ env, dataDir: gateway.dataDir, port: gateway.port });
        await sleep(Math.max(0, 1_000 - (performance.now() - began)));
      }
      for (const load of loads) await load.stop();

      const answered = loads.reduce((sum, load) => sum + (load.answered.get(200) ?? 0), 0);
      const inFlight = loads.reduce((sum, load) => sum + load.broken(), 0);
      const statuses = new Set(loads.flatMap((load) => [...load.answered.keys()]));
      const store = new RedisStore(new Redis(redis.url));
      const used = async () => {
        const snapshot = await store.counters(customer.clientId, monthOf(Date.now()));
        return snapshot === null ? 0 : usedUnits(snapshot.counter);
      };
      // Leases are reported within seconds after their last call, those of the dead by their successors.
      const reported = async () => ((await used()) >= answered ? true : undefined);
      await waitUntil('the reports of leases', reported, 5_000, 100).catch(() => undefined);
      const counted = await used();
      await store.close();
      console.info(`${KILLS} kills: ${answered} answered, ${counted} counted, ${inFlight} in flight at a kill`);
      expect([...statuses]).toEqual([200]);
      expect(answered).toBeGreaterThan(KILLS * 100);
      expect(counted).toBeGreaterThanOrEqual(answered);
      expect(counted).toBeLessThanOrEqual(answered + inFlight);
      expect(await Promise.all(gateways.map((gateway) => gateway.stop()))).toEqual([0, 0, 0, 0]);
      await records.close();
    }, 300_000);
  });
});
