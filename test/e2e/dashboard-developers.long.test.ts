import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import { TDEE } from '../support/in-process-gateway.ts';

describe.skipIf(CHROMIUM === undefined)('a developer in the dashboard', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  it('sees the usage of the own keys by their names, without a setting of the admin', async () => {
    const dora = await dashboard.addUser('Dora', 'developer');
    await dashboard.addUser('Eve', 'developer');
    expect((await dashboard.gateway.get(TDEE, { 'X-API-Key': dora.key })).status).toBe(200);
    const visitor = await dashboard.visitor({ as: dora.signedIn });
    const { page } = visitor;
    await visitor.visit('#/usage?by=key');
    const table = page.getByRole('table', { name: 'Calls and units by: Key' });
    await expect
      .poll(
        async () => {
          await page
            .getByRole('button', { name: 'Refresh' })
            .click({ timeout: 200 })
            .catch(() => undefined);
          return table.getByRole('rowheader').allInnerTexts();
        },
        { timeout: 20_000 },
      )
      .toEqual([`Dora …${dora.key.slice(-4)}`, 'Total']);
    await page.locator('.u-legend').getByText('Dora').waitFor();
    await visitor.visit('#/');
    await page.getByText('Used with your keys this month').waitFor();
    await visitor.expectAccessible();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('creates own keys once an admin allows it, and only an admin revokes them', async () => {
    const fred = await dashboard.addUser('Fred', 'developer');
    const visitor = await dashboard.visitor({ as: fred.signedIn });
    const { page } = visitor;
    await visitor.visit('#/keys');
    await page.getByRole('row', { name: 'Fred' }).waitFor();
    expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0);

    const ann = await dashboard.visitor({ as: dashboard.ann });
    await ann.visit('#/account');
    await ann.page.getByRole('button', { name: 'Change what they create' }).click();
    await ann.page.getByLabel('Keys of their own').check();
    await ann.expectAccessible();
    await ann.page.getByRole('button', { name: 'Save' }).click();
    await ann.page.getByText('The setting for developers has been changed.').waitFor();

    await page.reload();
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('dialog', { name: 'New key' });
    expect(await form.getByLabel('Owner').count()).toBe(0);
    await form.getByText('Limits').click();
    expect(await form.getByLabel('Rotation by the key itself').count()).toBe(0);
    await form.getByLabel('Name', { exact: true }).fill('Experiment');
    await form.getByLabel('Units a month').fill('1');
    await visitor.expectAccessible();
    await form.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByRole('region', { name: 'New key' }).textContent()) ?? '';
    const statusOf = async () => (await dashboard.gateway.get(TDEE, { 'X-API-Key': key })).status;
    // The cap of one unit holds.
    expect([await statusOf(), await statusOf()]).toEqual([200, 429]);
    await page.getByRole('button', { name: 'I have kept the key' }).click();
    await page.getByRole('link', { name: 'Experiment' }).click();
    await page.getByText('About this key').waitFor();
    for (const name of ['Edit', 'Revoke']) expect(await page.getByRole('button', { name }).count()).toBe(0);

    await ann.visit('#/keys');
    await ann.page.getByRole('link', { name: 'Experiment' }).click();
    await ann.page.getByRole('button', { name: 'Revoke' }).click();
    await ann.page.getByRole('button', { name: 'Revoke key' }).click();
    await expect.poll(statusOf).toBe(401);
    visitor.expectQuiet();
    ann.expectQuiet();
    await visitor.leave();
    await ann.leave();
  });
});
