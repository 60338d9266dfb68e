import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import type { Visitor } from '../support/dashboard-browser.ts';

const PHONE = { width: 390, height: 800 };

describe.skipIf(CHROMIUM === undefined)('the forms and tables of the dashboard', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  /** A visitor who has opened the form for a new key. */
  const atNewKey = async (language: string, button: string): Promise<Visitor> => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    await visitor.page.goto(`${dashboard.gateway.baseUrl}/sign-in?lang=${language}#/keys`);
    await visitor.page.getByRole('button', { name: button }).click();
    return visitor;
  };
  const errorsIn = ({ page }: Visitor) => page.locator('dialog .error').allTextContents();

  it('name the field of every mistake by its label, and show all mistakes in one round', async () => {
    const visitor = await atNewKey('en', 'New key');
    const { page } = visitor;
    await page.getByLabel('Expires').selectOption({ label: 'After a certain day' });
    await page.getByLabel('Last day').fill('2020-01-31');
    await page.getByText('Limits').click();
    // The list of calculators is not asked: the mistake is for the gateway to find.
    await page.getByLabel('Calculators').fill('no_such_calculator');
    await page.getByLabel('Networks').fill('127.0.0.0/8\nnowhere');
    await page.getByLabel('Units a month').fill('1.5');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('alert').waitFor();
    expect(await errorsIn(visitor)).toEqual([
      'Name is empty.',
      'Choose a day that is not over yet.',
      'Calculators, entry 1 names a calculator that does not exist.',
      'Networks, entry 2 must be an address or a network, such as 203.0.113.7 or 2001:db8::/32.',
      'Units a month must be a whole number.',
    ]);
    await visitor.expectAccessible();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it.each(['de', 'es', 'ar', 'ja'])('name the field in the language of the page: %s', async (language) => {
    const { keys } = JSON.parse(readFileSync(`dashboard/texts/${language}.json`, 'utf8'));
    const visitor = await atNewKey(language, keys.create);
    const { page } = visitor;
    await page.locator('dialog summary').click();
    await page.locator('dialog [name=cap]').fill('1.5');
    await page.locator('dialog [name=networks]').fill('nowhere');
    await page.getByRole('button', { name: keys.createSubmit }).click();
    await page.getByRole('alert').waitFor();
    const errors = (await errorsIn(visitor)).join('\n');
    for (const label of [keys.name, keys.cap, keys.networks]) expect(errors).toContain(label);
    expect(errors).not.toMatch(/\b(name|cap|networks)\b/);
    await visitor.leave();
  });

  it('stack the rows of a table as cards on a phone, with the name of each value, and without scrolling sideways', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann, viewport: PHONE });
    const { page } = visitor;
    await visitor.visit('#/keys');
    const table = page.getByRole('table', { name: 'Keys' });
    await table.waitFor();
    const width = 'document.querySelector(".table").scrollWidth - document.querySelector(".table").clientWidth';
    expect(await page.evaluate(width)).toBe(0);
    const row = table.getByRole('row', { name: 'First key' });
    const boxes = await Promise.all((await row.getByRole('cell').all()).map((cell) => cell.boundingBox()));
    const [first, ...others] = boxes.map((box) => box?.y ?? 0);
    for (const y of others) expect(y).toBeGreaterThan(first ?? 0);
    const named = `getComputedStyle(document.querySelector('tbody td[data-head="Last used"]'), '::before').content`;
    expect(await page.evaluate(named)).toBe('"Last used"');
    await visitor.expectAccessible();
    await visitor.visit('#/account');
    await page.getByRole('table', { name: 'Your sessions' }).getByRole('button', { name: /^End/ }).first().waitFor();
    expect(await page.evaluate(width)).toBe(0);
    await visitor.expectAccessible();
    visitor.expectQuiet();
    await visitor.leave();
  });
});
