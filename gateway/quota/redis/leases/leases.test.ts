import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeWithRedis } from '../../../../test/support/servers.ts';
import type { Decision } from '../../admission/admission.ts';
import { admitted, Gateways } from '../../testing/outage/several-gateways.fixture.ts';

describeWithRedis('leases of two gateways', (redis) => {
  let gateways: Gateways;
  let control: Redis;
  beforeAll(() => {
    control = new Redis(redis.url);
  });
  afterAll(() => control.disconnect());
  afterEach(() => gateways.stop());

  const commandsOf = async (run: () => Promise<unknown>) => {
    const calls = async () => Number(/evalsha:calls=(\d+)/.exec(await control.info('commandstats'))?.[1] ?? 0);
    const before = await calls();
    await run();
    return (await calls()) - before;
  };

  it('decide most calls without a command to Redis', async () => {
    gateways = await new Gateways(redis.url, { quota: 1_000_000 }).start(2);
    let decisions: Decision[] = [];
    const commands = await commandsOf(async () => {
      decisions = await gateways.load(8, 100, 1);
    });
    expect(admitted(decisions)).toBe(800);
    expect(commands).toBeLessThan(200);
    expect(await gateways.used()).toBe(800);
  });

  it('admit exactly as many calls as are left', async () => {
    gateways = await new Gateways(redis.url, { quota: 50 }).start(2);
    const decisions = await gateways.load(10, 10, 2);
    expect(admitted(decisions)).toBe(50);
    expect(await gateways.used()).toBe(50);
  });

  it('hold units that are used and not reported, and that are unused; closed leases hold none', async () => {
    gateways = await new Gateways(redis.url, { quota: 1_000_000 }).start(2);
    await gateways.load(4, 50, 1);
    expect((await gateways.held()).unused).toBeGreaterThan(0);
    expect(gateways.figures().map(({ open }) => open)).toEqual([1, 1]);
    const difference = async () => {
      const { inStore, unused, unreported } = await gateways.held();
      return inStore - unused - unreported;
    };
    // A renewal may come between the two figures.
    await expect.poll(difference).toBe(0);
    expect(await gateways.used()).toBe(200);
    expect(await gateways.held()).toEqual({ inStore: 0, unused: 0, unreported: 0 });
  });

  it('count their renewals, and the recalls that close them', async () => {
    gateways = await new Gateways(redis.url, { quota: 100 }).start(2);
    const decisions = await gateways.load(2, 75, 2);
    expect(admitted(decisions)).toBe(100);
    const [a, b] = gateways.figures();
    if (a === undefined || b === undefined) throw new Error('two gateways');
    expect(a.renewals + b.renewals).toBeGreaterThan(0);
    expect(a.refusedRenewals + b.refusedRenewals + a.recalls + b.recalls).toBeGreaterThan(0);
  });
});
