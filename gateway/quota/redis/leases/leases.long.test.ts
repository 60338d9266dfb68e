import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { processorShare } from '../../../../test/support/processor-share.ts';
import { describeWithRedis } from '../../../../test/support/servers.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { tokenInterval } from '../../model/gcra.ts';
import { admitted, Gateways } from '../../testing/outage/several-gateways.fixture.ts';
import { leasesKey } from '../keys.ts';

/** Milliseconds by which two processes may read the clock of Redis differently. */
const CLOCK_ERROR_MS = 10;

/** On a busy machine Redis may not answer within 100 ms. That is an outage, with an allowance beyond the limits. */
const AGAIN = { retry: 2 };

describeWithRedis('leases of several gateways', (redis) => {
  let gateways: Gateways;
  let control: Redis;
  beforeAll(() => {
    control = new Redis(redis.url);
  });
  afterAll(() => control.disconnect());
  afterEach(() => gateways.stop());

  it.each([2, 3, 4])('admit exactly 100 of 200 calls at 100 left, at %i gateways', AGAIN, async (count) => {
    gateways = await new Gateways(redis.url, { quota: 100 }).start(count);
    const decisions = await gateways.load(count * 5, 200 / (count * 5), 5);
    const refused = decisions.filter(({ verdict }) => verdict.outcome !== 'admitted');
    expect(admitted(decisions)).toBe(100);
    expect(refused.every(({ verdict }) => verdict.outcome === 'month')).toBe(true);
    expect(await gateways.used()).toBe(100);
  });

  it('refuse no call while another gateway holds a unit', AGAIN, async () => {
    gateways = await new Gateways(redis.url, { quota: 60 }).start(2);
    // The first gateway comes to hold a lease, and stops calling. Its lease would end by itself after ten seconds.
    for (let call = 0; call < 20; call += 1) await gateways.call(0);
    const lease = Object.values(await control.hgetall(leasesKey(gateways.client)))[0];
    expect(Number(lease?.split(' ')[2])).toBeGreaterThanOrEqual(4);
    const began = performance.now();
    for (let call = 0; call < 40; call += 1) expect((await gateways.call(1)).verdict.outcome).toBe('admitted');
    expect(performance.now() - began).toBeLessThan(1_500);
    expect((await gateways.call(1)).verdict.outcome).toBe('month');
    expect(await gateways.used()).toBe(60);
  });

  it('never pass the burst in total', AGAIN, async () => {
    const burst = { q: 40, w: 4 };
    gateways = await new Gateways(redis.url, { quota: 1_000_000, burst }).start(3);
    const calls: { began: number; ended: number }[] = [];
    const share = processorShare(process.pid);
    const until = performance.now() + 2_500;
    await Promise.all(
      Array.from({ length: 9 }, async (_, caller) => {
        while (performance.now() < until) {
          const began = performance.now();
          const { verdict } = await gateways.call(caller);
          if (verdict.outcome === 'admitted') calls.push({ began, ended: performance.now() });
          await sleep((caller % 3) * 4);
        }
      }),
    );
    for (const { began: from } of calls) {
      for (const { ended: to } of calls) {
        // A call was decided at some instant between its beginning and its end.
        const within = calls.filter(({ began, ended }) => began >= from && ended <= to).length;
        const tokens = burst.q + ((to - from + CLOCK_ERROR_MS / share()) * 1_000) / tokenInterval(burst);
        expect(within).toBeLessThanOrEqual(tokens);
      }
    }
    // 40 at once, and 10 a second.
    expect(calls.length).toBeGreaterThanOrEqual(55);
  });

  it('end at once with newer limits, in both directions', async () => {
    gateways = await new Gateways(redis.url, { quota: 1_000_000 }).start(2);
    await gateways.load(4, 30, 1);
    gateways.limits = { ...gateways.limits, version: 2, quota: 0 };
    expect((await gateways.call(0)).verdict.outcome).toBe('month');
    expect((await gateways.call(1)).verdict.outcome).toBe('month');
    gateways.limits = { ...gateways.limits, version: 3, quota: 1_000 };
    expect((await gateways.call(0)).verdict.outcome).toBe('admitted');
    expect(await gateways.used()).toBe(121);
  });

  it('are closed when a client is idle', async () => {
    gateways = await new Gateways(redis.url, { quota: 1_000 }).start(2);
    await gateways.load(4, 20, 1);
    const closed = async () => ((await control.hlen(leasesKey(gateways.client))) === 0 ? true : undefined);
    await waitUntil('the end of the leases', closed, 15_000, 50);
    expect(await gateways.used()).toBe(80);
  });
});
