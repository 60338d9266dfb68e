import { afterEach, expect, it } from 'vitest';
import { describeWithRedis } from '../../../../test/support/servers.ts';
import { units } from '../../model/affordability.ts';
import { admitted, Gateways } from '../../testing/outage/several-gateways.fixture.ts';

describeWithRedis('leases of two gateways', (redis) => {
  let gateways: Gateways;
  afterEach(() => gateways.stop());

  it('decide most calls without a command to Redis', async () => {
    gateways = await new Gateways(redis.url, { quota: 1_000_000 }).start(2);
    const decisions = await gateways.load(8, 100, 1);
    expect(admitted(decisions)).toBe(800);
    // A call that a lease decides is priced when it is reported.
    const byLease = decisions.filter(({ verdict }) => units(verdict.split) === 0);
    expect(byLease.length).toBeGreaterThan(600);
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
