import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithRedis, describeWithRedisCluster } from '../../../test/support/servers.ts';
import type { Admit, AdmitAnswer } from '../contract.ts';
import { Caller, EMPTY_CHECKPOINT, LIMITS, NOON, RESULT, times } from '../testing/contract/caller.ts';
import { leaseContract } from '../testing/contract/leases.ts';
import { randomLeasesContract } from '../testing/contract/random.ts';
import { counterStoreContract } from '../testing/contract.suite.ts';
import { simulate } from '../testing/simulation/simulate.ts';
import { dataUnder, emptyStores, storeUnder } from '../testing/store.fixture.ts';
import { connectRedis } from './connection.ts';
import { accountKey, familyKey, monthKey, sequenceKey } from './keys.ts';
import { concernsOneClient } from './one-client.ts';
import { RedisStore } from './store.ts';

/** `REDIS_SCHEDULES=5000 npx vitest run gateway/quota/redis/store.test.ts` for the long run. */
const SCHEDULES = Number(process.env.REDIS_SCHEDULES ?? 60);
const LEASED_SEQUENCES = Number(process.env.LEASED_SEQUENCES ?? 60);
const LEASED_SCHEDULES = Number(process.env.REDIS_LEASED_SCHEDULES ?? 15);
const DAY = 86_400;

describeWithRedis('the Redis store', (redis) => {
  const emptyStore = emptyStores(() => redis.url);

  counterStoreContract('Redis', (clock) => emptyStore({ clock }));
  leaseContract('Redis', async () => {
    const clock = { now: NOON };
    return { clock, store: await emptyStore({ clock: () => clock.now }) };
  });
  describe('random interleavings with leases', () => {
    randomLeasesContract((clock) => emptyStore({ clock }), LEASED_SEQUENCES);
  });

  it(`keeps every guarantee of admission under faults, losing data too, in ${SCHEDULES} schedules`, {
    timeout: 20_000 + SCHEDULES * 200,
  }, async () => {
    const control = new Redis(redis.url);
    for (let seed = 1; seed <= SCHEDULES; seed += 1) {
      const prefix = `simulation-${randomUUID()}:`;
      let clock = () => NOON;
      const store = await storeUnder(prefix, redis.url, { clock: () => clock() });
      const withClock = (virtual: () => number) => {
        clock = virtual;
        return store;
      };
      await simulate(seed, { store: withClock, data: dataUnder(prefix, control) });
      await store.close();
    }
    control.disconnect();
  });

  it(`keeps every guarantee of leases under faults in ${LEASED_SCHEDULES} schedules`, {
    timeout: 20_000 + LEASED_SCHEDULES * 400,
  }, async () => {
    const control = new Redis(redis.url);
    for (let seed = 1; seed <= LEASED_SCHEDULES; seed += 1) {
      const prefix = `simulation-${randomUUID()}:`;
      let clock = () => NOON;
      const store = await storeUnder(prefix, redis.url, { clock: () => clock() });
      const withClock = (virtual: () => number) => {
        clock = virtual;
        return store;
      };
      await simulate(seed, { store: withClock, data: dataUnder(prefix, control), leases: true });
      await store.close();
    }
    control.disconnect();
  });

  describe('in its database', () => {
    let control: Redis;
    let store: RedisStore;
    let client: string;
    const clock = { now: NOON };
    beforeAll(async () => {
      control = new Redis(redis.url);
      const connection = connectRedis(redis.url);
      await connection.connect();
      store = new RedisStore(connection, { clock: () => clock.now });
    });
    afterAll(async () => {
      control.disconnect();
      await store.close();
    });

    const newCaller = (limits = {}) => {
      client = randomUUID();
      clock.now = NOON;
      return new Caller(store, client, 'process-1', clock).begin(limits);
    };

    it('keeps counters as long as they are needed', async () => {
      const caller = await newCaller({ burst: { q: 5, w: 60 } });
      await caller.verdicts([RESULT]);
      const left = (key: string) => control.ttl(key);
      expect(await left(accountKey(client))).toBe(-1);
      // 70 days from the first of November; the clock shows noon of the 21st.
      expect(await left(monthKey(client, '2026-11'))).toBeCloseTo(49.5 * DAY, -2);
      expect(await left(familyKey(client, RESULT.family))).toBeCloseTo(49.5 * DAY, -2);
      expect(await left(sequenceKey(client, caller.process))).toBeCloseTo(DAY, -2);
      await caller.giveBack();
      expect(await left(familyKey(client, RESULT.family))).toBeCloseTo(49.5 * DAY, -2);
      expect(await left(sequenceKey(client, caller.process))).toBeCloseTo(70 * DAY, -2);
      // A journal may wait longer than a day, and is sent again if its process died before removing it.
      await caller.verdicts([RESULT], { process: 'journal', forced: true });
      expect(await left(sequenceKey(client, 'journal'))).toBeCloseTo(70 * DAY, -2);
    });

    it('counts exactly up to the largest integers', async () => {
      const before = { included: 9_007_199_254_740_000, overage: 0, credits: 0 };
      const caller = await newCaller({ quota: null });
      await caller.load({
        ...EMPTY_CHECKPOINT,
        months: [{ epoch: 'old', admitted: before, returned: { ...before, included: 0 } }],
      });
      const verdicts = await caller.verdicts(times(991, RESULT));
      expect(verdicts.at(-1)?.used).toBe(Number.MAX_SAFE_INTEGER);
      expect(await caller.used()).toBe(Number.MAX_SAFE_INTEGER);
    });

    it('keeps instants to the microsecond', async () => {
      const caller = await newCaller({ burst: { q: 7, w: 60 } });
      caller.at = NOON + 1;
      await caller.verdicts([RESULT]);
      // A seventh of a minute, rounded up: 8,571,429 microseconds.
      expect(await control.get(familyKey(client, RESULT.family))).toBe(`${(NOON + 1) * 1000 + 8_571_429} 2026-11 1`);
    });

    it('works after Redis has forgotten the scripts', async () => {
      const caller = await newCaller();
      await caller.verdicts([RESULT]);
      await control.script('FLUSH');
      expect(await caller.outcomes([RESULT])).toEqual(['admitted']);
      expect(await caller.used()).toBe(2);
    });

    it('answers commands of many clients in one call', async () => {
      const callers = await Promise.all(Array.from({ length: 100 }, () => new Caller(store, randomUUID()).begin()));
      const answers: (AdmitAnswer | Error)[] = [];
      await new Promise<void>((resolve) => {
        let left = callers.length;
        store.admit(
          callers.map((caller) => caller.command([RESULT])),
          (index, answer) => {
            answers[index] = answer;
            left -= 1;
            if (left === 0) resolve();
          },
        );
      });
      expect(answers).toHaveLength(100);
      for (const answer of answers) expect(answer).toMatchObject({ kind: 'decided', verdicts: [{ used: 1 }] });
    });

    it('reports a record that is not its own', async () => {
      const caller = await newCaller();
      await control.hset(accountKey(client), 'limits', '1 100 - - often 0 -');
      await expect(caller.answer([RESULT])).rejects.toThrow('not a record of this gateway in Redis');
    });

    it.each([
      ['limits with an unknown mode', () => control.hset(accountKey(client), 'limits', '1 100 - - often 0 -')],
      ['unreadable limits', () => control.hset(accountKey(client), 'limits', 'unlimited')],
      ['a month of another Redis type', () => control.set(monthKey(client, '2026-11'), 'empty')],
    ])('fails only one client for %s', async (_records, spoil) => {
      const caller = await newCaller();
      await spoil();
      expect(concernsOneClient(await caller.answer([RESULT]).catch((error: unknown) => error))).toBe(true);
    });

    describe('recalls', () => {
      it('the answer to a command that ran', async () => {
        const caller = await newCaller({ quota: 2 });
        const command = caller.command([
          RESULT,
          { ...RESULT, charge: 2, cost: 2 },
          { ...RESULT, key: 'key-2' },
          RESULT,
        ]);
        const answer = await new Promise((resolve) => store.admit([command], (_index, answer) => resolve(answer)));
        expect(await store.recall(command)).toEqual(answer);
        expect(await store.recall(command)).toEqual(answer);
      });

      it('that a command has not run, and prevents it from running', async () => {
        const caller = await newCaller();
        const command = caller.command([RESULT]);
        expect(await store.recall(command)).toBeNull();
        expect(await new Promise((resolve) => store.admit([command], (_index, answer) => resolve(answer)))).toEqual({
          kind: 'duplicate',
        });
        expect(await store.recall(command)).toBeNull();
        expect(await caller.used()).toBe(0);
      });

      it('nothing without counters, which must be loaded first', async () => {
        const caller = await newCaller();
        const command = caller.command([RESULT]);
        await control.del(monthKey(client, '2026-11'));
        expect(await store.recall(command)).toBe('unknown');
        // The command may still run.
        expect(await control.exists(sequenceKey(client, caller.process))).toBe(0);
      });

      it('that a loaded checkpoint contains a command, which then cannot run again', async () => {
        const caller = await newCaller();
        const [kept, lost] = [caller.command([RESULT]), caller.command([RESULT])];
        const run = (command: Admit) =>
          new Promise((resolve) => store.admit([command], (_, answer) => resolve(answer)));
        await run(kept);
        const { commands = new Map<string, number>() } = await caller.snapshot();
        expect(commands).toEqual(new Map([[caller.process, 1]]));
        await control.flushdb();
        await store.writeLimits(client, LIMITS);
        await caller.load({ ...EMPTY_CHECKPOINT, commands });
        expect((await caller.snapshot()).commands).toEqual(commands);
        expect(await run({ ...kept, watermark: caller.watermark })).toEqual({ kind: 'duplicate' });
        expect(await store.recall(kept)).toBe('contained');
        expect(await store.recall(lost)).toBeNull();
      });

      it('a command of each process that served the client within a day, and of few others', async () => {
        const caller = await newCaller();
        for (let process = 0; process < 40; process += 1) {
          await caller.verdicts([RESULT], { process: `old-${process}`, sequence: 1 });
        }
        expect((await caller.snapshot()).commands?.size).toBe(40);
        clock.now += DAY * 1_000 + 1;
        caller.at = clock.now;
        await caller.verdicts([RESULT]);
        clock.now = NOON;
        expect((await caller.snapshot()).commands).toEqual(new Map([[caller.process, caller.sequence]]));
      });

      it('that a later command replaced the answer', async () => {
        const caller = await newCaller();
        const command = caller.command([RESULT]);
        await caller.verdicts([RESULT]);
        expect(await store.recall(command)).toBe('followed');
      });
    });
  });
});

describeWithRedisCluster('the Redis store on a cluster', (cluster) => {
  const emptyStore = emptyStores(() => `${cluster.url},${cluster.url}`);

  counterStoreContract('Redis Cluster', (clock) => emptyStore({ clock }));
  leaseContract('Redis Cluster', async () => {
    const clock = { now: NOON };
    return { clock, store: await emptyStore({ clock: () => clock.now }) };
  });
});
