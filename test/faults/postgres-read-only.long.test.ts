import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
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

describeWithOwnPostgres('a PostgreSQL that only reads', (postgres) => {
  describeWithRedis('with Redis beside it', (redis) => {
    it('leaves every key working, refuses changes with 503, and gets every count afterwards', async () => {
      const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
      const gateway = await startGateway({ env });
      const records = await openRecords({ databaseUrl: postgres.url });
      const [known, unknown] = [
        await newCustomer(records, { quota: QUOTA }),
        await newCustomer(records, { quota: QUOTA }),
      ];
      const operator = new pg.Client({ connectionString: postgres.url });
      await operator.connect();
      const readOnly = async (on: boolean) => {
        await operator.query('set default_transaction_read_only = off');
        await operator.query(`alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`);
        await operator.query('select pg_reload_conf()');
      };
      const setHardStop = async () => {
        const answer = await fetch(`${gateway.baseUrl}/platform/v1/hard-stop`, {
          method: 'PUT',
          headers: { ...known.headers, 'Content-Type': 'application/json' },
          body: JSON.stringify({ ceiling: QUOTA }),
        });
        return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
      };
      const load = startLoad(
        () => gateway.baseUrl + TDEE,
        () => known.headers,
        2,
        5,
      );
      await sleep(300);

      await readOnly(true);
      await sleep(500);
      expect(await setHardStop()).toEqual({ status: 503, retryAfter: '1' });
      // A checkpoint at least falls into this time.
      await sleep(11_000);
      expect((await unknown.ask(gateway)).status).toBe(200);
      expect(await setHardStop()).toEqual({ status: 503, retryAfter: '1' });
      await readOnly(false);
      await waitUntil('a change', async () => ((await setHardStop()).status === 200 ? true : undefined));

      await load.stop();
      expect([...load.answered.keys()]).toEqual([200]);
      const answered = load.answered.get(200) ?? 0;
      expect(QUOTA - (await known.left(gateway))).toBe(answered);
      expect(await gateway.stop()).toBe(0);
      const { used } = await monthUsage(records.db, known.clientId, monthOf(Date.now()));
      expect(used).toBe(answered);
      observed({
        scenario: 'PostgreSQL only reads for twelve seconds, with Redis well',
        promise: 'every key works, changes get 503, and every answered call is counted once',
        observed: countsText({ answered, counted: used }),
      });
      await operator.end();
      await records.close();
    }, 60_000);
  });
});
