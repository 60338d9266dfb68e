import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAudit } from '../../gateway/records/trail.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import type { Visitor } from '../support/dashboard-browser.ts';

describe.skipIf(CHROMIUM === undefined)('the audit, in the dashboard', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
    await dashboard.api.call('PATCH', '/platform/v1/me', { name: 'Ann' });
  });
  afterAll(() => dashboard.stop());

  const rows = ({ page }: Visitor) => page.getByRole('table', { name: 'Audit' }).locator('tbody tr');

  it('says in words who did what to whom, and what changed', async () => {
    const key = { name: 'Back end', environment: 'live', calculators: ['tdee', 'bmi'], cap: 10_000 };
    const { body: made } = await dashboard.api.call('POST', '/platform/v1/keys', key);
    const change = { name: 'Server', calculators: ['tdee'], cap: null };
    await dashboard.api.call('PATCH', `/platform/v1/keys/${made.id}`, change);
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit('#/audit');
    const changed = rows(visitor).filter({ hasText: 'Key changed' });
    expect(await changed.innerText()).toMatch(/^Key changed\s+Server\s+Ann\s.*127\.0\.0\.1/s);
    await visitor.expectAccessible();

    await changed.getByRole('button', { name: 'Details: Key changed: Server' }).click();
    const dialog = page.getByRole('dialog', { name: 'Key changed' });
    const cells = dialog.getByRole('table', { name: 'Changes' }).locator('tbody tr');
    await expect
      .poll(() => cells.allInnerTexts())
      .toEqual(['Name\tBack end\tServer', 'Calculators\ttdee, bmi\ttdee', 'Units a month\t10,000\t–']);
    await visitor.expectAccessible();

    await dialog.getByRole('button', { name: 'Close' }).click();
    await rows(visitor)
      .filter({ hasText: 'Key created' })
      .getByRole('button', { name: 'Details: Key created: Server' })
      .click();
    const created = page.getByRole('dialog', { name: 'Key created' }).getByRole('table', { name: 'Changes' });
    await created.getByRole('row', { name: 'Environment Live' }).waitFor();
    await created.getByRole('row', { name: 'Rotation by the key itself Not allowed' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await changed.getByRole('button', { name: 'Details: Key changed: Server' }).click();

    // All entries of one record.
    await dialog.getByRole('button', { name: 'All of this record' }).click();
    await page.getByText('Only changes of Server.').waitFor();
    await expect.poll(() => rows(visitor).count()).toBe(2);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => rows(visitor).count()).toBeGreaterThan(5);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('shows the entries that its address selects, page by page, and exports the same entries', async () => {
    const { id: name, client } = (await dashboard.api.call('GET', '/platform/v1/me')).body;
    await dashboard.records.write(async (trx) => {
      const deed = { client, action: 'client.change', record: { kind: 'client', id: client } };
      for (const at of Array(60).fill(Date.now())) await recordAudit(trx, { name, at, address: null }, deed);
    });
    const today = new Date().toLocaleDateString('sv-SE');
    const visitor = await dashboard.visitor({ as: dashboard.ann, viewport: { width: 390, height: 800 } });
    const { page } = visitor;
    await visitor.visit('#/audit');
    await page.getByLabel('What', { exact: true }).selectOption('The account: everything');
    await page.getByLabel('Who', { exact: true }).selectOption('Ann');
    await page.getByLabel('From').fill(today);
    await page.getByLabel('To').fill(today);
    await expect.poll(() => page.url()).toMatch(`#/audit?action=client&actor=us_`);
    expect(page.url()).toContain(`from=${today}&to=${today}`);
    await expect.poll(() => rows(visitor).count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows(visitor).count()).toBe(60);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await visitor.expectAccessible();

    for (const [name, lines] of [
      ['Download CSV', 61],
      ['Download JSON lines', 60],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name }).click();
      const file = readFileSync(await (await download).path(), 'utf8');
      expect(file.trimEnd().split('\n')).toHaveLength(lines);
    }

    // A link shows the same entries to another admin; an invalid day is refused in words.
    await page.reload();
    await expect.poll(() => rows(visitor).count()).toBe(50);
    expect(await page.getByLabel('From').inputValue()).toBe(today);
    await page.getByLabel('To').fill('2020-01-01');
    await page.getByText('Nothing matches').waitFor();
    await visitor.visit('#/audit?from=yesterday');
    await page.getByRole('alert').getByText('from').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await rows(visitor).first().waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('is for admins only', async () => {
    const fynn = await dashboard.addUser('Fynn', 'finance');
    const visitor = await dashboard.visitor({ as: fynn.signedIn });
    await visitor.visit('#/audit');
    await visitor.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    expect(await visitor.page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    await visitor.leave();
  });
});
