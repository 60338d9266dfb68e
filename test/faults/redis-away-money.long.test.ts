import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { addCredits } from '../../gateway/billing/ledger.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { actor, type Customer, newCustomer } from '../support/customer.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { processTree } from '../support/process-tree.ts';
import { describeWithOwnRedis, describeWithPostgres } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Calls one after the other, each on a connection of its own, so that all workers get some. */
async function calls(customer: Customer, gateway: RunningGateway, count: number): Promise<Response[]> {
  const answers: Response[] = [];
  for (let call = 0; call < count; call += 1) {
    answers.push(await fetch(gateway.baseUrl + TDEE, { headers: { ...customer.headers, connection: 'close' } }));
  }
  return answers;
}

const answered = (answers: readonly Response[]) => answers.filter(({ status }) => status === 200).length;

async function away(gateway: RunningGateway): Promise<void> {
  await waitUntil('the fallback', async () => {
    const { status } = (await (await fetch(`${gateway.baseUrl}/readyz`)).json()) as { status: string };
    return status === 'degraded' || undefined;
  });
}

describeWithPostgres('while Redis is away', (postgres) => {
  const start = (redisUrl: string, workers: number, dataDir?: string) =>
    startGateway({
      env: { DATABASE_URL: postgres.url, REDIS_URL: redisUrl, LOG_LEVEL: 'error', WORKERS: String(workers) },
      ...(dataDir !== undefined && { dataDir }),
    });
  const withRecords = async (run: (records: Records) => Promise<void>) => {
    const records = await openRecords({ databaseUrl: postgres.url });
    await run(records).finally(() => records.close());
  };

  describeWithOwnRedis('a client that has used up its month', (redis) => {
    it('gets answers within a second of a top-up and of a better plan, from every process', {
      timeout: 90_000,
    }, async () => {
      const gateways = [await start(redis.url, 2), await start(redis.url, 1)];
      await withRecords(async (records) => {
        const paying = await newCustomer(records, { quota: 100, mode: 'credits' });
        const upgraded = await newCustomer(records, { quota: 100, mode: 'block' });
        for (const customer of [paying, upgraded]) {
          for (const gateway of gateways) await calls(customer, gateway, 110);
          for (const gateway of gateways) expect(answered(await calls(customer, gateway, 8))).toBe(0);
        }
        await redis.kill();
        for (const gateway of gateways) await away(gateway);
        const month = (await paying.ask(gateways[0] ?? expect.unreachable())).headers.get('retry-after');
        expect(Number(month)).toBeGreaterThan(1);

        await addCredits(records, actor, { clientId: paying.clientId, credits: 5_000, source: 'test:1', note: null });
        await upgraded.setLimits({ quota: 100_000, mode: 'block' });
        await sleep(1_000);
        for (const customer of [paying, upgraded]) {
          for (const gateway of gateways) {
            expect((await calls(customer, gateway, 8)).map(({ status }) => status)).toEqual(Array(8).fill(200));
          }
        }
      });
      await redis.restart();
      expect(await Promise.all(gateways.map((gateway) => gateway.stop()))).toEqual([0, 0]);
    });
  });

  describeWithOwnRedis('a client', (redis) => {
    it('gets one allowance from all processes of a folder, which neither SIGHUP nor a kill renews', {
      timeout: 90_000,
    }, async () => {
      let gateway = await start(redis.url, 2);
      await withRecords(async (records) => {
        // One percent is 60 units.
        const customer = await newCustomer(records, { quota: 6_000 });
        await calls(customer, gateway, 4);
        await redis.kill();
        await away(gateway);
        const first = await calls(customer, gateway, 40);
        expect(answered(first)).toBe(40);

        const workers = processTree(gateway.pid).slice(1);
        gateway.kill('SIGHUP');
        const replaced = () => !processTree(gateway.pid).some((pid) => workers.includes(pid)) || undefined;
        await waitUntil('new workers', replaced, 20_000);
        const second = await calls(customer, gateway, 60);
        expect(answered(second)).toBeLessThanOrEqual(20);
        gateway.kill('SIGKILL');
        await gateway.exited;
        gateway = await start(redis.url, 2, gateway.dataDir);
        const third = await calls(customer, gateway, 60);
        const all = answered(first) + answered(second) + answered(third);
        console.info(
          `allowance of 60 units: ${[first, second, third].map(answered)} answered before and after restarts`,
        );
        expect(all).toBeLessThanOrEqual(60);
        const refused = third.find(({ status }) => status === 429);
        expect(refused?.headers.get('retry-after')).toBe('1');

        await redis.restart();
        let left = Number.NaN;
        const counted = async () => {
          left = await customer.left(gateway);
          return left === 6_000 - 4 - all || undefined;
        };
        await waitUntil('the count of all calls', counted, 30_000).catch(() => undefined);
        expect(left).toBe(6_000 - 4 - all);
      });
      expect(await gateway.stop()).toBe(0);
    });
  });
});
