import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { revokeKey } from '../../gateway/accounts/keys/key-end.ts';
import type { LimitOverrides } from '../../gateway/accounts/plans/limits.ts';
import { setHardStop } from '../../gateway/billing/hard-stop.ts';
import { addCredits } from '../../gateway/billing/ledger.ts';
import { leasesKey } from '../../gateway/quota/redis/keys.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { actor, type Customer, newCustomer } from '../support/customer.ts';
import { observed } from '../support/fault-row.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';

const GATEWAYS = 3;

/** A change takes effect in every process within this time. */
const BOUND_MS = 1_000;

interface Answer {
  readonly gateway: number;
  readonly status: number;
  /** Milliseconds after the change was committed. */
  readonly sent: number;
}

describeWithPostgres('three gateways under load, with leases', (postgres) => {
  describeWithRedis('over one Redis', (redis) => {
    let gateways: RunningGateway[];
    /** Changes the records without publishing to Redis: the gateways have to notice by themselves. */
    let records: Records;
    let control: Redis;
    beforeAll(async () => {
      const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'error' };
      gateways = await Promise.all(Array.from({ length: GATEWAYS }, () => startGateway({ env })));
      records = await openRecords({ databaseUrl: postgres.url });
      control = new Redis(redis.url);
    }, 30_000);
    afterAll(async () => {
      control.disconnect();
      await records.close();
      await Promise.all(gateways.map((gateway) => gateway.stop()));
    });

    /**
     * Makes a change under load. Every gateway must answer with `before` until then, and a second later with
     * `after`. `leased`: whether all gateways hold leases at the change.
     */
    async function change(
      what: string,
      customer: Customer,
      {
        before,
        after,
        leased,
      }: { readonly before: number; readonly after: readonly number[]; readonly leased: boolean },
      commit: () => Promise<unknown>,
    ): Promise<void> {
      let began = Number.POSITIVE_INFINITY;
      let committed = Number.POSITIVE_INFINITY;
      let running = true;
      const answers: Answer[] = [];
      const callers = Array.from({ length: GATEWAYS * 2 }, async (_, caller) => {
        const gateway = caller % GATEWAYS;
        while (running) {
          const sent = performance.now();
          const { status } = await customer.ask(gateways[gateway] ?? expect.unreachable());
          if (sent < began) expect(status).toBe(before);
          else if (sent > committed) answers.push({ gateway, status, sent: sent - committed });
          await sleep(5);
        }
      });
      await sleep(1_000);
      const leases = Object.values(await control.hgetall(leasesKey(customer.clientId)));
      const units = leases.reduce((sum, lease) => sum + Number(lease.split(' ')[2]), 0);
      began = performance.now();
      await commit();
      committed = performance.now();
      await sleep(BOUND_MS + 500);
      running = false;
      await Promise.all(callers);

      const old = answers.filter(({ status }) => status === before);
      const last = Math.max(0, ...old.map(({ sent }) => sent));
      const later = answers.filter(({ status }) => status !== before);
      observed({
        scenario: `${what} while ${leases.length} leases hold ${units} units`,
        promise: 'it takes effect in every process within a second',
        observed: `the last call decided as before was sent ${last.toFixed(0)} ms after it (${old.length} of ${answers.length})`,
      });
      expect(leases.length).toBe(leased ? GATEWAYS : 0);
      expect(last).toBeLessThan(BOUND_MS);
      expect(new Set(later.map(({ gateway }) => gateway)).size).toBe(GATEWAYS);
      expect(later.filter(({ status }) => !after.includes(status))).toEqual([]);
    }

    const customerOf = (limits: LimitOverrides = { quota: 1_000_000 }) => newCustomer(records, limits);

    it('refuse a revoked key', async () => {
      const customer = await customerOf();
      // An address that sends many wrong keys gets 429.
      const outcome = { before: 200, after: [401, 429], leased: true };
      await change('a key is revoked', customer, outcome, () => revokeKey(records, actor, customer.key.id));
    });

    it('apply a smaller and a larger plan', async () => {
      const customer = await customerOf();
      const smaller = { before: 200, after: [429], leased: true };
      await change('the plan gets smaller', customer, smaller, () => customer.setLimits({ quota: 0 }));
      const larger = { before: 429, after: [200], leased: false };
      await change('the plan gets larger', customer, larger, () => customer.setLimits({ quota: 1_000_000 }));
    });

    it('apply a hard stop', async () => {
      const customer = await customerOf();
      const outcome = { before: 200, after: [429], leased: true };
      await change('a hard stop is set', customer, outcome, () => setHardStop(records, actor, customer.clientId, 1));
    });

    it('apply a top-up', async () => {
      const customer = await customerOf({ quota: 0, mode: 'credits' });
      const outcome = { before: 429, after: [200], leased: false };
      const { clientId } = customer;
      await change('credits are added', customer, outcome, () =>
        addCredits(records, actor, { clientId, credits: 100_000, source: clientId, note: null }),
      );
    });
  });
});
