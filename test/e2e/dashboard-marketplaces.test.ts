import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import { marketplaceEnvironment } from '../support/marketplace.ts';

describe.skipIf(CHROMIUM === undefined)('the marketplaces, in the dashboard', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(marketplaceEnvironment);
  });
  afterAll(() => dashboard.stop());

  it('let the admin register keys one by one and as a list, and find them by consumer', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit('');
    await page.getByRole('link', { name: 'Marketplaces' }).click();
    const market = page.getByRole('region', { name: 'market', exact: true });
    await market.getByText('No consumers yet').waitFor();
    // Only consumers of the account's marketplaces.
    expect(await page.getByText('hub.example').count()).toBe(0);

    await market.getByRole('button', { name: 'Register key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Consumer').fill('carl');
    await dialog.getByLabel('Subscription').fill('GOLD');
    await dialog.getByLabel('Key', { exact: true }).fill('key-of-carl-1');
    await visitor.expectAccessible();
    await dialog.getByRole('button', { name: 'Register key' }).click();
    await expect.poll(() => dialog.getByLabel('Subscription').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Subscription').fill('PRO');
    await dialog.getByRole('button', { name: 'Register key' }).click();
    await page.getByText('New keys: 1. Already registered: 0.').waitFor();
    await market.getByRole('row', { name: 'carl PRO market-pro 1' }).waitFor();

    await market.getByRole('button', { name: 'Import keys' }).click();
    await dialog.getByLabel('CSV').fill('user,subscription,key\ncarl,PRO,key-of-carl-1\ndana,BASIC,key-of-dana-1\n');
    await dialog.getByRole('button', { name: 'Import keys' }).click();
    await page.getByText('New keys: 1. Already registered: 1.').waitFor();
    const consumers = () => market.getByRole('rowheader').allTextContents();
    await expect.poll(consumers).toEqual(['carl', 'dana']);
    await market.getByLabel('Find a consumer').fill('basic');
    await expect.poll(consumers).toEqual(['dana']);
    await visitor.expectAccessible();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('let finance users read them and download the CSV of a month; developers have no such page', async () => {
    const fynn = await dashboard.addUser('Fynn', 'finance');
    const visitor = await dashboard.visitor({ as: fynn.signedIn, viewport: { width: 390, height: 800 } });
    const { page } = visitor;
    await visitor.visit('#/marketplaces');
    await page.getByRole('region', { name: 'market', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Register|Import/ }).count()).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download statement' }).click();
    const file = await (await download).path();
    expect(readFileSync(file, 'utf8')).toMatch(/^marketplace,month,user,subscription,plan,/);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await visitor.expectAccessible();
    await visitor.leave();

    const dora = await dashboard.addUser('Dora', 'developer');
    const developer = await dashboard.visitor({ as: dora.signedIn });
    await developer.visit('#/marketplaces');
    await developer.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    expect(await developer.page.getByRole('link', { name: 'Marketplaces' }).count()).toBe(0);
    await developer.leave();
  });
});
