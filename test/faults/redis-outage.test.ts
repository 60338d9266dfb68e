import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usedUnits } from '../../gateway/quota/model/affordability.ts';
import { RedisStore } from '../../gateway/quota/redis/store.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { monthUsage } from '../../gateway/usage/report.ts';
import { monthOf } from '../../gateway/values/calendar.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { countsText, observed } from '../support/fault-row.ts';
import { type Forwarder, startForwarder } from '../support/forwarder.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { startLoad } from '../support/load.ts';
import type { OwnServer } from '../support/own-server.ts';
import { describeWithOwnRedis, describeWithPostgres, startBlackHole, startRedis } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

const CALLERS = 12;
/** Callers are other machines, so there is network time between two calls. */
const PAUSE_MS = 5;

/** A replica must not wait for others that might connect. */
const REDIS = { args: ['--repl-diskless-sync-delay', '0'] };

describeWithPostgres('two gateways under load', (postgres) => {
  const suite = (redis: OwnServer) => {
    const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'error' };
    let gateways: RunningGateway[];
    let records: Records;
    let customer: Customer;
    /** Answered calls of the customer so far, and those that the outages so far may have lost. */
    let answered = 0;
    let mayBeLost = 0;
    let replica: OwnServer | undefined;
    let forwarder: Forwarder | undefined;

    beforeAll(async () => {
      gateways = [await startGateway({ env }), await startGateway({ env })];
      records = await openRecords({ databaseUrl: postgres.url });
      // A client without a limit stays unlimited in an outage.
      customer = await newCustomer(records, { quota: null });
    }, 30_000);
    afterAll(async () => {
      expect(await Promise.all(gateways.map((gateway) => gateway.stop()))).toEqual([0, 0]);
      await records.close();
      await forwarder?.close();
      await replica?.stop();
    }, 30_000);

    /** Waits until `/readyz` of both reports this state. */
    async function ready(counters: object, limit: number): Promise<void> {
      await waitUntil(
        JSON.stringify(counters),
        async () => {
          const told = gateways.map(async ({ baseUrl }) => (await fetch(`${baseUrl}/readyz`)).json());
          const reasons = (await Promise.all(told)).map((readiness) => (readiness as { reasons: object }).reasons);
          return reasons.every((of) => JSON.stringify(of) === JSON.stringify(counters)) ? true : undefined;
        },
        limit,
      );
    }

    async function counted(): Promise<number> {
      const store = new RedisStore(new Redis(redis.url));
      const snapshot = await store.counters(customer.clientId, monthOf(Date.now()));
      await store.close();
      return snapshot === null ? 0 : usedUnits(snapshot.counter);
    }

    const checkpointed = async () => (await monthUsage(records.db, customer.clientId, monthOf(Date.now()))).used;

    /** Redis loses the calls that were answered since the last checkpoint. */
    async function outage(
      what: string,
      begin: () => Promise<void>,
      end: () => Promise<void>,
      { losing = false } = {},
    ): Promise<void> {
      let turn = 0;
      const load = startLoad(
        () => `${gateways[turn++ % 2]?.baseUrl}${TDEE}`,
        () => customer.headers,
        CALLERS,
        PAUSE_MS,
      );
      const soFar = () => answered + (load.answered.get(200) ?? 0);
      await sleep(300);
      if (losing)
        await waitUntil('a checkpoint', async () => ((await checkpointed()) > 0 ? true : undefined), 12_000, 200);
      const inRecords = await checkpointed();
      const from = load.latencies.length;
      const before = load.p99(0, from);
      // Delays of this process by other load do not count against the gateway.
      const held = monitorEventLoopDelay();
      held.enable();
      await begin();
      // An answer of every caller may be on its way.
      if (losing) mayBeLost += soFar() + CALLERS - inRecords;
      await ready({ counters: 'fallback' }, 2_000);
      await sleep(500);
      // A busy machine takes longer for this many answers; the wait of each call is asserted below.
      await waitUntil('answers in the outage', () => load.latencies.length - from > 100 || undefined);
      const meanwhile = load.latencies.length - from;
      await end();
      await ready({}, 8_000);
      const [p99, slowest] = [load.p99(from), load.slowest(from)];
      held.disable();
      const heldUp = held.max / 1_000_000;
      await load.stop();
      answered = soFar();
      await ready({}, 2_000);
      // A lease is reported when it is renewed or ends, within ten seconds after its last call.
      const reported = async () => ((await counted()) >= answered - mayBeLost ? true : undefined);
      await waitUntil('the reports of leases', reported, 12_000, 100).catch(() => undefined);
      const found = await counted();
      observed({
        scenario: `Redis ${what}, two gateways under load`,
        promise: losing
          ? 'calls are answered throughout; at most those since the last checkpoint are lost, none is counted twice'
          : 'calls are answered throughout, and every answered call is counted once',
        observed:
          `${countsText({ answered, counted: found, mayBeLost })} (all scenarios so far); ${meanwhile} answers meanwhile, ` +
          `p99 ${p99.toFixed(0)} ms (before ${before.toFixed(0)}, held up ${heldUp.toFixed(0)}), slowest ${slowest.toFixed(0)} ms`,
      });
      expect([...load.answered.keys()]).toEqual([200]);
      expect([load.broken(), load.unsent()]).toEqual([0, 0]);
      // On a busy machine calls take long before it, too.
      expect(p99 - before).toBeLessThan(300 + heldUp);
      expect(found).toBeLessThanOrEqual(answered);
      expect(found).toBeGreaterThanOrEqual(answered - mayBeLost);
    }

    it('is killed, and restarted with its append-only file', () =>
      outage(
        'is killed, and restarted with its append-only file',
        () => redis.kill(),
        () => redis.restart(),
      ));

    it('is paused and continued: a timed-out command that still ran is not counted twice', () =>
      outage(
        'is paused and continued',
        () => redis.pause(),
        () => redis.resume(),
      ));

    it('becomes a black hole', async () => {
      let hole: Awaited<ReturnType<typeof startBlackHole>> | undefined;
      await outage(
        'becomes a black hole',
        async () => {
          await redis.kill();
          hole = await startBlackHole(redis.port);
        },
        async () => {
          await hole?.close();
          await redis.restart();
        },
      );
    });

    it('is unreachable while one gateway is replaced: it shuts down cleanly, and its successor counts its calls', () =>
      outage(
        'is away while one gateway is replaced',
        async () => {
          await redis.kill();
          await ready({ counters: 'fallback' }, 2_000);
          const [leaving, staying] = gateways;
          if (!leaving || !staying) throw new Error('there are two');
          gateways = [staying, staying];
          await sleep(100);
          expect(await leaving.stop()).toBe(0);
          gateways = [await startGateway({ env, dataDir: leaving.dataDir }), staying];
        },
        () => redis.restart(),
      ));

    it('is restarted empty: only the calls since the last checkpoint are lost', () =>
      outage(
        'is restarted empty',
        () => redis.kill(),
        () => redis.restart({ empty: true }),
        { losing: true },
      ));

    it('fails over to a lagging replica: only the calls since the last checkpoint may be lost', async () => {
      replica = await startRedis({ args: ['--replicaof', '127.0.0.1', String(redis.port)] });
      const control = new Redis(replica.url);
      await outage(
        'fails over to a lagging replica',
        async () => {
          await waitUntil('a replica in step', async () =>
            (await control.info('replication')).includes('master_link_status:up') ? true : undefined,
          );
          // From here on it receives no more data.
          await control.replicaof('NO', 'ONE');
          await sleep(300);
          await redis.kill();
        },
        async () => {
          forwarder = await startForwarder(replica?.port ?? 0, redis.port);
        },
        { losing: true },
      ).finally(() => control.disconnect());
    });
  };
  describeWithOwnRedis('go on when their Redis', suite, REDIS);
});
