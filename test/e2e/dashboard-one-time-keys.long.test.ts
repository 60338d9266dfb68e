import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import type { Visitor } from '../support/dashboard-browser.ts';

describe.skipIf(CHROMIUM === undefined)('a key that is shown once', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  const open = async (visitor: Visitor) => {
    const { page } = visitor;
    await visitor.visit('#/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Kept');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your new key' });
    await dialog.waitFor();
    return dialog;
  };

  it('survives Escape and clicks beside its dialog until it is copied', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    const dialog = await open(visitor);
    const text = await page.getByRole('region', { name: 'New key' }).textContent();
    // The second one in a row closes a dialog in Chromium, whatever the page says to the first.
    for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.mouse.dblclick(1_270, 890);
    expect(await dialog.isVisible()).toBe(true);
    expect(await page.getByRole('region', { name: 'New key' }).textContent()).toBe(text);
    await dialog.getByText('Copy the key, or confirm that you have kept it').waitFor();
    await visitor.expectAccessible();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: New key' }).click();
    await page.getByRole('button', { name: 'Copy: New key' }).getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('survives the way back of the browser until somebody has confirmed that it is kept', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit('#/usage');
    const dialog = await open(visitor);
    await page.goBack();
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'I have kept the key' }).click();
    await dialog.waitFor({ state: 'detached' });
    visitor.expectQuiet();
    await visitor.leave();
  });
});
