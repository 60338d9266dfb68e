import { expect, it } from 'vitest';
import { openRecords } from '../../gateway/records/records.ts';
import { monthUsage, usageBy } from '../../gateway/usage/report.ts';
import { monthOf } from '../../gateway/values/calendar.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { startGateway } from '../support/gateway.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

const CALLS = 12;

describeWithPostgres('a gateway that is killed before its checkpoint', (postgres) => {
  describeWithRedis('beside another one', (redis) => {
    it('has its calls written though the clients never call again, and as_of claims none before', async () => {
      const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'info' };
      const [killed, other] = [await startGateway({ env }), await startGateway({ env })];
      const records = await openRecords({ databaseUrl: postgres.url });
      const month = monthOf(Date.now());
      // Below 16 tokens there are no leases: Redis has counted every call.
      const exact = await newCustomer(records, { quota: 1_000, burst: { q: 15, w: 1 } });
      const leased = await newCustomer(records, { quota: 1_000 });
      for (let call = 0; call < CALLS; call += 1) {
        for (const customer of [exact, leased]) expect((await customer.ask(killed)).status).toBe(200);
      }
      const answeredAt = Date.now();
      killed.kill();
      await killed.exited;

      const written = async ({ clientId }: Customer) => (await monthUsage(records.db, clientId, month)).used;
      expect(await written(exact)).toBeLessThan(CALLS);
      const asOf = async () => {
        const billing = await fetch(`${other.baseUrl}/platform/v1/billing`, { headers: exact.headers });
        return Date.parse(((await billing.json()) as { as_of: string }).as_of);
      };
      await waitUntil(
        'the calls that Redis has counted',
        async () => ((await written(exact)) === CALLS ? true : undefined),
        60_000,
        500,
      );
      const seconds = (Date.now() - answeredAt) / 1_000;
      const [line] = await usageBy(records.db, exact.clientId, month, 'key');
      expect(line).toMatchObject({ name: exact.key.id, calls: CALLS, units: CALLS });
      await waitUntil('the line about it', () =>
        other.output().includes('wrote the checkpoints of a process that fell silent') ? true : undefined,
      );

      // The calls of a lease are in the journal of the killed process only.
      const missing = CALLS - (await written(leased));
      expect(missing).toBeGreaterThan(0);
      expect(await asOf()).toBeLessThan(answeredAt);
      await waitUntil(
        'usage: behind',
        async () => {
          const ready = await fetch(`${other.baseUrl}/readyz`);
          expect(ready.status).toBe(200);
          const { reasons } = (await ready.json()) as { reasons: object };
          return JSON.stringify(reasons) === '{"usage":"behind"}' || undefined;
        },
        60_000,
        500,
      );
      const successor = await startGateway({ env, dataDir: killed.dataDir });
      await waitUntil(
        'as_of beyond the last call',
        async () => {
          const [claimed, units] = [await asOf(), await written(leased)];
          if (units < CALLS) expect(claimed).toBeLessThan(answeredAt);
          return claimed > answeredAt || undefined;
        },
        90_000,
        500,
      );
      expect(await written(leased)).toBe(CALLS);
      expect(await (await fetch(`${other.baseUrl}/readyz`)).json()).toMatchObject({ parts: { usage: 'ok' } });
      expect([await successor.stop(), await other.stop()]).toEqual([0, 0]);
      await records.close();
      console.info(
        `killed gateway: counted calls written after ${seconds.toFixed(1)} s, ${missing} of a lease by its successor`,
      );
    }, 240_000);
  });
});
