import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leasesKey } from '../../gateway/quota/redis/keys.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { countsText, observed } from '../support/fault-row.ts';
import { freePort } from '../support/free-port.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { startLoad } from '../support/load.ts';
import { processTree } from '../support/process-tree.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const QUOTA = 10_000_000;
const CALLERS = 8;

describeWithPostgres('a gateway of two workers', (postgres) => {
  describeWithRedis('with Redis and PostgreSQL', (redis) => {
    let gateway: RunningGateway;
    let records: Records;
    let customer: Customer;
    let adminPort: number;
    const plans = join(temporaryFolder('plans'), 'plans.json');

    beforeAll(async () => {
      writeFileSync(plans, '{}');
      adminPort = await freePort();
      gateway = await startGateway({
        // With port 0 the workers would get another port whenever all of them had ended.
        port: await freePort(),
        env: {
          DATABASE_URL: postgres.url,
          REDIS_URL: redis.url,
          WORKERS: '2',
          PLANS_FILE: plans,
          LOG_LEVEL: 'info',
          ADMIN_PORT: String(adminPort),
        },
      });
      records = await openRecords({ databaseUrl: postgres.url });
      customer = await newCustomer(records, { quota: QUOTA });
    }, 30_000);
    afterAll(async () => {
      await gateway.stop();
      await records.close();
    }, 30_000);

    /** Units left when no lease holds any. Idle leases are closed, and those of the dead are reported. */
    const leftWithoutLeases = async () => {
      const control = new Redis(redis.url);
      const closed = async () => ((await control.hlen(leasesKey(customer.clientId))) === 0 ? true : undefined);
      await waitUntil('the end of the leases', closed, 15_000, 100).finally(() => control.disconnect());
      return customer.left(gateway);
    };
    const workers = () => processTree(gateway.pid).slice(1);
    const isReady = (pid: number) => gateway.output().includes(`"worker":${pid},"msg":"worker ready"`);
    /** Waits until two workers answer, neither of which is the ended one. */
    const twoWorkersWithout = (ended: number | undefined) =>
      waitUntil('two workers', () => {
        const now = workers();
        return (now.length === 2 && now.every((pid) => pid !== ended && isReady(pid))) || undefined;
      });
    const load = () =>
      startLoad(
        () => gateway.baseUrl + TDEE,
        () => customer.headers,
        CALLERS,
      );
    const said = (text: string) =>
      waitUntil(
        text,
        () =>
          gateway
            .output()
            .split('\n')
            .find((line) => line.includes(text)),
        20_000,
      );

    it('prints its address and its first key once', () => {
      expect(gateway.output().match(/^listening on /gm)).toHaveLength(1);
      expect(gateway.output().match(/curl -H/g)).toHaveLength(1);
      expect(workers()).toHaveLength(2);
    });

    it('reports all workers together on the admin port', async () => {
      const admin = async (path: string) => (await fetch(`http://127.0.0.1:${adminPort}${path}`)).text();
      const calls = 10;
      for (let call = 0; call < calls; call++) await customer.ask(gateway);
      expect(await admin('/metrics')).toContain(`vitalgate_calls_total{calculator="tdee",status="2xx"} ${calls}\n`);
      expect(JSON.parse(await admin('/readyz'))).toMatchObject({
        status: 'ok',
        parts: { workers: 'ok', records: 'ok' },
      });
      expect(gateway.output()).not.toContain('the admin port is in use');
    });

    it('replaces its workers one by one on SIGHUP: under load no call fails', async () => {
      const before = workers();
      const leftBefore = await leftWithoutLeases();
      const calls = load();
      await sleep(300);
      gateway.kill('SIGHUP');
      const start = performance.now();
      await said('all workers replaced');
      const took = performance.now() - start;
      await sleep(200);
      await calls.stop();
      const answered = calls.answered.get(200) ?? 0;
      const counted = leftBefore - (await leftWithoutLeases());
      observed({
        scenario: 'both workers are replaced under load (SIGHUP)',
        promise: 'no call fails, and every answered call is counted once',
        observed: `${countsText({ answered, counted })}, in ${took.toFixed(0)} ms`,
      });
      expect(workers()).toHaveLength(2);
      expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
      expect([...calls.answered.keys(), calls.broken(), calls.unsent()]).toEqual([200, 0, 0]);
      expect(counted).toBe(answered);
    }, 40_000);

    it('keeps its workers if a replacement cannot start', async () => {
      const before = workers();
      writeFileSync(plans, '{ "Pro!": {} }');
      gateway.kill('SIGHUP');
      expect(await said('replacing the workers failed')).toContain('is not a valid plans file');
      writeFileSync(plans, '{}');
      expect(workers()).toEqual(before);
      expect((await customer.ask(gateway)).status).toBe(200);
    });

    it('replaces a killed worker, and has counted the calls that it answered', async () => {
      const before = workers();
      const usedBefore = QUOTA - (await leftWithoutLeases());
      const calls = load();
      await sleep(300);
      process.kill(before[0] ?? 0, 'SIGKILL');
      await twoWorkersWithout(before[0]);
      await calls.stop();
      const answered = calls.answered.get(200) ?? 0;
      const counted = QUOTA - (await leftWithoutLeases()) - usedBefore;
      observed({
        scenario: 'one of two workers is killed (SIGKILL) under load',
        promise: 'its successor counts what it answered: every answered call once',
        observed: countsText({ answered, counted, cutOff: calls.broken() }),
      });
      expect([...calls.answered.keys()]).toEqual([200]);
      expect(counted).toBeGreaterThanOrEqual(answered);
      expect(counted).toBeLessThanOrEqual(answered + calls.broken());
      expect(calls.broken()).toBeLessThanOrEqual(CALLERS);
    }, 40_000);

    it('leaves no caller waiting whose connection was passed to a worker that never accepted it', async () => {
      const [hanging = 0] = workers();
      process.kill(hanging, 'SIGSTOP');
      const calls = load();
      await sleep(200);
      process.kill(hanging, 'SIGKILL');
      await twoWorkersWithout(hanging);
      await calls.stop();
      expect(calls.broken()).toBe(1);
    }, 20_000);

    it('lets a worker that was asked to end finish its calls, and starts another', async () => {
      const before = workers();
      const calls = load();
      await sleep(200);
      process.kill(before[0] ?? 0, 'SIGTERM');
      await twoWorkersWithout(before[0]);
      await calls.stop();
      expect([...calls.answered.keys(), calls.broken(), calls.unsent()]).toEqual([200, 0, 0]);
    }, 20_000);

    it('finishes the running calls when it is stopped, and leaves no process behind', async () => {
      const all = workers();
      const calls = load();
      await sleep(300);
      expect(await gateway.stop()).toBe(0);
      await calls.stop();
      expect([...calls.answered.keys(), calls.broken()]).toEqual([200, 0]);
      for (const pid of all) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    }, 20_000);
  });
});
