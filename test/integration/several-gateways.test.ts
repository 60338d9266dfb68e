import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeKey } from '../../gateway/accounts/keys/key-end.ts';
import { addCredits } from '../../gateway/billing/ledger.ts';
import { ChangesPublisher } from '../../gateway/records/changes/changes-publisher.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { actor, type Customer, newCustomer } from '../support/customer.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { describeWithOwnRedis, describeWithPostgres } from '../support/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const run = promisify(execFile);

describeWithPostgres('two gateways on one PostgreSQL', (postgres) => {
  describeWithOwnRedis('and one Redis', (redis) => {
    let gateways: RunningGateway[] = [];
    /** Changes the records without publishing to Redis: the gateways have to notice by themselves. */
    let records: Records;
    let env: Record<string, string>;

    beforeAll(async () => {
      env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
      gateways = [await startGateway({ env }), await startGateway({ env })];
      records = await openRecords({ databaseUrl: postgres.url });
    }, 30_000);
    afterAll(async () => {
      await records.close();
      expect(await Promise.all(gateways.map((gateway) => gateway.stop()))).toEqual([0, 0]);
    }, 30_000);

    const gateway = (index: number) => gateways[index % 2] ?? expect.unreachable();
    const everywhere = <T>(ask: (one: RunningGateway) => Promise<T>) => Promise.all(gateways.map(ask));
    const statuses = async (customer: Customer) =>
      (await everywhere((one) => customer.ask(one))).map(({ status }) => status);

    it('create one first key together', () => {
      expect(gateways.map(({ curl }) => curl === undefined)).toEqual([false, true]);
    });

    // On a busy machine Redis may take longer than 100 ms to answer, which is an outage with an allowance.
    it('admit exactly 100 of 200 calls at 100 left', { retry: 2 }, async () => {
      const customer = await newCustomer(records, { quota: 100 });
      const all = await Promise.all(Array.from({ length: 200 }, (_, at) => customer.ask(gateway(at))));
      const count = (wanted: number) => all.filter(({ status }) => status === wanted).length;
      expect([count(200), count(429)]).toEqual([100, 100]);
      expect(await everywhere(customer.left)).toEqual([0, 0]);
    });

    /** Waits for at most the second that a change may take, and returns the time taken. */
    async function within1s(what: string, holds: () => Promise<boolean>): Promise<number> {
      const before = performance.now();
      await waitUntil(what, async () => ((await holds()) ? true : undefined), 1_000);
      return Math.round(performance.now() - before);
    }

    /** Changes of every kind, to keys that both gateways have cached. */
    async function changesAreHeard(circumstances: string, by = records): Promise<void> {
      // In an outage of Redis, as after its restart, the second gateway would answer from an allowance.
      await waitUntil('counters that both gateways ask', async () => {
        const { ask } = await newCustomer(records, { quota: 1 });
        const [first, second] = [await ask(gateway(0)), await ask(gateway(1))];
        return `${first.status},${second.status}` === '200,429' || undefined;
      });
      const [revoked, moved, topped] = await Promise.all([
        newCustomer(records, { quota: 100 }),
        newCustomer(records, { quota: 100 }),
        newCustomer(records, { quota: 1, mode: 'credits' }),
      ]);
      await topped.ask(gateway(0));
      // Until the gateways have heard that these keys were created; after that their caches do not change by
      // themselves.
      await sleep(500);
      expect([await statuses(revoked), await statuses(moved), await statuses(topped)]).toEqual([
        [200, 200],
        [200, 200],
        [429, 429],
      ]);

      await revokeKey(by, actor, revoked.key.id);
      const revocation = await within1s('the revocation', async () => (await statuses(revoked)).join() === '401,401');
      await moved.setLimits({ quota: 7_000 }, by);
      const plan = await within1s('the plan', async () => (await everywhere(moved.left)).join() === '6998,6998');
      await addCredits(by, actor, { clientId: topped.clientId, credits: 5, source: revoked.clientId, note: null });
      const topUp = await within1s('the top-up', async () => (await statuses(topped)).join() === '200,200');
      console.info(`${circumstances}: revocation ${revocation} ms, plan ${plan} ms, top-up ${topUp} ms`);
    }

    describe('apply within a second a revoked key, a changed plan and a top-up', () => {
      it('that are not published, because they poll', () => changesAreHeard('looks alone'));

      it('that are published', async () => {
        const published = new ChangesPublisher(redis.url).over(await openRecords({ databaseUrl: postgres.url }));
        await changesAreHeard('published', published);
        await published.close();
      });

      it('right after a restart of a killed Redis', async () => {
        await redis.kill();
        await redis.restart();
        await changesAreHeard('after a restart of Redis');
      });

      it('with publishing and subscribing forbidden', async () => {
        const operator = new Redis(redis.url);
        await operator.call('ACL', 'SETUSER', 'default', 'resetchannels');
        try {
          await changesAreHeard('pub/sub cut');
        } finally {
          await operator.call('ACL', 'SETUSER', 'default', 'allchannels');
          operator.disconnect();
        }
      });

      it('made on the command line, which publishes them', async () => {
        const customer = await newCustomer(records, { quota: 5 });
        expect(await statuses(customer)).toEqual([200, 200]);
        const cli = (...args: string[]) =>
          run(process.execPath, ['gateway/cli/main.ts', ...args], {
            env: { ...env, PATH: process.env.PATH, DATA_DIR: temporaryFolder('cli') },
          });
        const listener = new Redis(redis.url);
        const heard: string[] = [];
        listener.on('message', (channel) => heard.push(channel));
        await listener.subscribe('vitalgate:changes');
        await cli('key', 'revoke', customer.key.id);
        await within1s('the revocation', async () => (await statuses(customer)).join() === '401,401');
        expect(heard).toEqual(['vitalgate:changes']);
        listener.disconnect();
      });
    });
  });
});
