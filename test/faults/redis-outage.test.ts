import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { AdmissionPair, type Load, UNLIMITED } from '../support/admission-pair.ts';
import { describeWithOwnRedis, startBlackHole } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

const CLIENTS = { free: UNLIMITED, large: { ...UNLIMITED, quota: 1_000_000 }, small: { ...UNLIMITED, quota: 2_000 } };

describeWithOwnRedis('Redis goes away under load from two gateways', (redis) => {
  let pair: AdmissionPair;
  let load: Load;
  afterEach(() => pair.stop());

  async function outage(begin: () => Promise<void>, end: () => Promise<void>): Promise<void> {
    pair = await AdmissionPair.start(redis.url, names());
    load = pair.load(24);
    await sleep(400);
    await begin();
    await waitUntil('a degraded state', () => (pair.states().includes('degraded') ? true : undefined), 2_000);
    await sleep(700);
    await end();
    await sleep(400);
    await load.stop();
    await pair.recovered();
  }

  /** Fresh clients each time: their counters are none of an earlier test. */
  let tests = 0;
  function names() {
    tests += 1;
    return Object.fromEntries(Object.entries(CLIENTS).map(([name, limits]) => [`${name}-${tests}`, limits]));
  }

  async function everyAnsweredCallIsCountedOnce(): Promise<void> {
    expect([...load.outcomes.keys()]).not.toContain('error');
    expect(load.p99()).toBeLessThan(300);
    for (const [client, answered] of load.answered)
      expect([client, await pair.counted(client)]).toEqual([client, answered]);
    expect([...load.answered.values()].reduce((sum, calls) => sum + calls, 0)).toBeGreaterThan(1_000);
  }

  it('not at all: of 200 calls at 100 left exactly 100 pass', async () => {
    pair = await AdmissionPair.start(redis.url, { exact: { ...UNLIMITED, quota: 100 } });
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, index) => pair.call(index, 'exact')));
    expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(100);
    await pair.fold();
    expect(await pair.counted('exact')).toBe(100);
  });

  it('killed and restarted with its append-only file', async () => {
    await outage(
      () => redis.kill(),
      () => redis.restart(),
    );
    await everyAnsweredCallIsCountedOnce();
  });

  it('stopped in its tracks and continued: what timed out and ran all the same is not counted twice', async () => {
    await outage(
      () => redis.pause(),
      () => redis.resume(),
    );
    await everyAnsweredCallIsCountedOnce();
  });

  it('a black hole in its place', async () => {
    let hole: Awaited<ReturnType<typeof startBlackHole>>;
    await outage(
      async () => {
        await redis.kill();
        hole = await startBlackHole(redis.port);
      },
      async () => {
        await hole.close();
        await redis.restart();
      },
    );
    await everyAnsweredCallIsCountedOnce();
  });
});
