import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { actor } from '../support/customer.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';

describe.skipIf(CHROMIUM === undefined)('very many keys in the dashboard', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  it('are shown 200 at a time, the newest first, until all are loaded', async () => {
    const { clientId } = dashboard.gateway.first;
    const anything = { environment: 'live', expiresAt: null, calculators: null, cap: null } as const;
    const at = Date.now();
    for (let made = 1; made <= 405; made += 1) {
      const by = { ...actor, at: at + made };
      await createKey(dashboard.records, by, { clientId, userId: null, name: `k${made}`, ...anything });
    }
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    const names = () => page.getByRole('rowheader').getByRole('link').allTextContents();
    await visitor.visit('#/keys');
    await expect.poll(async () => (await names()).length).toBe(200);
    expect((await names())[0]).toBe('k405');
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(async () => (await names()).length).toBe(400);
    await page.getByRole('button', { name: 'Show more' }).click();
    // One of them is the first key of the installation.
    await expect.poll(async () => (await names()).length).toBe(406);
    expect(new Set(await names()).size).toBe(406);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    visitor.expectQuiet();
    await visitor.leave();
  });
});
