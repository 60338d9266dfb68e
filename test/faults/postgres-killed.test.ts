import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openRecords } from '../../gateway/records/records.ts';
import { monthUsage } from '../../gateway/usage/report.ts';
import { monthOf } from '../../gateway/values/calendar.ts';
import { newCustomer } from '../support/customer.ts';
import { countsText, observed } from '../support/fault-row.ts';
import { startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { startLoad } from '../support/load.ts';
import { describeWithOwnPostgres, describeWithRedis } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

const QUOTA = 10_000_000;

describeWithOwnPostgres('a PostgreSQL that is killed under load', (postgres) => {
  describeWithRedis('with Redis beside it', (redis) => {
    it.each(['killed', 'silent'] as const)(
      '(%s) leaves known keys working, unknown ones 503, and nothing uncounted',
      async (fault) => {
        const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
        const gateway = await startGateway({ env });
        const before = await openRecords({ databaseUrl: postgres.url });
        const [known, unknown] = [
          await newCustomer(before, { quota: QUOTA }),
          await newCustomer(before, { quota: QUOTA }),
        ];
        await before.close();
        const load = startLoad(
          () => gateway.baseUrl + TDEE,
          () => known.headers,
          4,
        );
        await sleep(300);

        if (fault === 'killed') await postgres.kill();
        else await postgres.pause();
        // Longer than a cache entry stays fresh.
        await sleep(5_500);
        expect((await unknown.ask(gateway)).status).toBe(503);
        expect((await known.ask(gateway)).status).toBe(200);
        expect(await (await fetch(`${gateway.baseUrl}/readyz`)).json()).toMatchObject({
          status: 'degraded',
          parts: { records: 'degraded' },
        });

        if (fault === 'killed') await postgres.restart();
        else await postgres.resume();
        await waitUntil('an answer to the unknown key', async () =>
          (await unknown.ask(gateway)).status === 200 ? true : undefined,
        );
        const after = await openRecords({ databaseUrl: postgres.url });
        const later = await newCustomer(after, { quota: 5 });
        expect((await later.ask(gateway)).status).toBe(200);
        await waitUntil('readiness', async () => {
          const { status } = (await (await fetch(`${gateway.baseUrl}/readyz`)).json()) as { status: string };
          return status === 'ok' || undefined;
        });

        await load.stop();
        expect([...load.answered.keys()]).toEqual([200]);
        expect(load.broken()).toBe(0);
        const answered = (load.answered.get(200) ?? 0) + 1;
        expect(QUOTA - (await known.left(gateway))).toBe(answered);
        expect(await gateway.stop()).toBe(0);
        const { used } = await monthUsage(after.db, known.clientId, monthOf(Date.now()));
        observed({
          scenario: `PostgreSQL is ${fault} for six seconds, with Redis well`,
          promise: 'known keys work, unknown ones get 503, and every answered call is counted once',
          observed: `${countsText({ answered, counted: used })}, slowest ${load.slowest().toFixed(0)} ms`,
        });
        expect(used).toBe(answered);
        await after.close();
      },
      60_000,
    );
  });
});
