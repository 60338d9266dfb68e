import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { leasesKey } from '../../gateway/quota/redis/keys.ts';
import { openRecords } from '../../gateway/records/records.ts';
import { newCustomer } from '../support/customer.ts';
import { startGateway } from '../support/gateway.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

const QUOTA = 400;

describeWithPostgres('two gateways', (postgres) => {
  describeWithRedis('of which one is stopped while it holds a lease', (redis) => {
    it('admit all other units at once, and the held ones when it goes on', async () => {
      const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'error' };
      const holder = await startGateway({ env });
      const other = await startGateway({ env });
      const records = await openRecords({ databaseUrl: postgres.url });
      const customer = await newCustomer(records, { quota: QUOTA });
      const control = new Redis(redis.url);
      const lease = async () => Object.values(await control.hgetall(leasesKey(customer.clientId)))[0] ?? '';
      try {
        await sleep(500);
        let admitted = 0;
        const ask = async (gateway: { readonly baseUrl: string }) => {
          const response = await customer.ask(gateway);
          if (response.status === 200) admitted += 1;
          return response;
        };
        while (Number((await lease()).split(' ')[2] ?? 0) < 10) await ask(holder);
        holder.kill('SIGSTOP');
        const held = Number((await lease()).split(' ')[2]);
        const used = admitted;

        const refused: Response[] = [];
        for (let call = 0; call < QUOTA; call += 1) {
          const response = await ask(other);
          if (response.status !== 200) refused.push(response);
        }
        // The lease holds what it did not report; it may have used some of it.
        const missing = QUOTA - admitted;
        console.info(`a stopped gateway held ${held} of ${QUOTA} units; ${used} were used before, ${missing} missing`);
        expect(missing).toBeGreaterThan(0);
        expect(missing).toBeLessThanOrEqual(held);
        expect(refused.every(({ status }) => status === 429)).toBe(true);
        expect(refused.at(-1)?.headers.get('retry-after')).toBe('1');

        holder.kill('SIGCONT');
        const closed = async () => ((await control.hlen(leasesKey(customer.clientId))) === 0 ? true : undefined);
        await waitUntil('the end of the lease', closed, 10_000, 50);
        for (let call = 0; call < missing + 5; call += 1) await ask(other);
        expect(admitted).toBe(QUOTA);
      } finally {
        holder.kill('SIGCONT');
        control.disconnect();
        await records.close();
        await Promise.all([holder.stop(), other.stop()]);
      }
    }, 60_000);
  });
});
