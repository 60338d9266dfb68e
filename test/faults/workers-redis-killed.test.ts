import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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
import { processTree } from '../support/process-tree.ts';
import { processorShare } from '../support/processor-share.ts';
import { describeWithOwnRedis, describeWithPostgres } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

describeWithPostgres('two workers', (postgres) => {
  describeWithOwnRedis('whose Redis is killed', (redis) => {
    it('keep answering, and so does the successor of a killed one; afterwards every call is counted', async () => {
      const gateway = await startGateway({
        env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url, WORKERS: '2', LOG_LEVEL: 'warn' },
      });
      const records = await openRecords({ databaseUrl: postgres.url });
      // A client without a limit stays unlimited in an outage.
      const customer = await newCustomer(records, { quota: null });
      const journals = (kind: string) =>
        readdirSync(join(gateway.dataDir, 'journals')).filter((file) => file.endsWith(kind));
      const readyz = async (): Promise<unknown> => (await fetch(`${gateway.baseUrl}/readyz`)).json();
      const share = processorShare(process.pid, ...processTree(gateway.pid));
      const load = startLoad(
        () => gateway.baseUrl + TDEE,
        () => customer.headers,
        4,
      );
      await sleep(500);

      await redis.kill();
      await sleep(500);
      expect(await readyz()).toMatchObject({ status: 'degraded', reasons: { counters: 'fallback' } });
      const locks = journals('.lock');
      const allThere = () => locks.every((lock) => journals('.lock').includes(lock));
      const [killed = 0] = processTree(gateway.pid).slice(1);
      process.kill(killed, 'SIGKILL');
      // It has opened its own journal without Redis.
      await waitUntil('a successor', () => journals('.lock').some((lock) => !locks.includes(lock)) || undefined);
      const answeredBefore = load.answered.get(200) ?? 0;
      await waitUntil('answers', () => ((load.answered.get(200) ?? 0) > answeredBefore + 100 ? true : undefined));
      await redis.restart();
      // The successor has taken over the calls of the killed one, and counted them.
      await waitUntil('the end of the killed journal', () => !allThere() || undefined, 30_000);
      await expect.poll(readyz, { timeout: 30_000 }).toMatchObject({ status: 'ok' });

      await load.stop();
      expect([...load.answered.keys()]).toEqual([200]);
      const answered = load.answered.get(200) ?? 0;
      expect(await gateway.stop()).toBe(0);
      const { used } = await monthUsage(records.db, customer.clientId, monthOf(Date.now()));
      observed({
        scenario: 'Redis is killed, and then one of two workers that go on without it',
        promise: 'calls are answered throughout, and every answered call is counted once',
        observed: `${countsText({ answered, counted: used, cutOff: load.broken() })}, p99 ${load.p99().toFixed(0)} ms`,
      });
      expect(used).toBeGreaterThanOrEqual(answered);
      expect(used).toBeLessThanOrEqual(answered + load.broken());
      expect(load.p99() * share()).toBeLessThan(300);
      await records.close();
    }, 80_000);
  });
});
