import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailedToken, PASSWORD } from '../support/browser.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import type { Visitor } from '../support/dashboard-browser.ts';

const NEXT = 'eleven owls above Bergen';

describe.skipIf(CHROMIUM === undefined)('the account, in the dashboard', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { level: 1, name });
  const rows = ({ page }: Visitor) => page.getByRole('table', { name: 'Your sessions' }).locator('tbody tr');

  it('lets a user change name, language, and an address that needs confirmation', async () => {
    const dora = await dashboard.addUser('Dora', 'developer', 'dora@example.com');
    const visitor = await dashboard.visitor({ as: dora.signedIn });
    const { page } = visitor;
    await visitor.visit('#/account');
    await rows(visitor).waitFor();
    await visitor.expectAccessible();
    // Only the admin sees the settings of the account.
    for (const name of ['The account', 'Data']) expect(await page.getByRole('heading', { name }).count()).toBe(0);

    await page.getByRole('button', { name: 'Change name' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Dora Maar');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your name has been changed.').waitFor();
    expect(await page.getByRole('banner').innerText()).toContain('Dora Maar');

    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('New e-mail address').fill('maar@example.com');
    await page.getByLabel('Current password').fill(NEXT);
    await page.getByRole('button', { name: 'Mail the link' }).click();
    // She has no password yet, so any password is wrong: the address stays, and so does the typed text.
    await expect.poll(() => page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('New e-mail address').inputValue()).toBe('maar@example.com');
    await visitor.expectAccessible();
    await page.keyboard.press('Escape');

    await page.getByRole('main').getByLabel('Language').selectOption('Deutsch');
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('de');
    const language = () =>
      dashboard.records.db.selectFrom('users').select('language').where('id', '=', dora.id).executeTakeFirst();
    await expect.poll(language).toEqual({ language: 'de' });
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('changes the address by a link; a new password starts a new session and ends all others', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit('#/account');
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('New e-mail address').fill('anna@example.com');
    await page.getByLabel('Current password').fill(PASSWORD);
    // An old session has to sign in again, over the open dialog.
    const aged = { created_at: Date.now() - 16 * 60_000 };
    await dashboard.records.db.updateTable('sessions').set(aged).execute();
    await page.getByRole('button', { name: 'Mail the link' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByText('within the last 15 minutes').waitFor();
    await visitor.expectAccessible();
    await again.getByLabel('Password').fill(PASSWORD);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await page.getByLabel('New e-mail address').inputValue()).toBe('anna@example.com');
    await page.getByRole('button', { name: 'Mail the link' }).click();
    await page.getByText('A link is on its way to anna@example.com.').waitFor();
    await mailedToken(dashboard.gateway.dataDir, 'anna@example.com');
    // The account owns no marketplace, so the page shows none.
    expect(await page.getByRole('link', { name: 'Marketplaces' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByLabel('New password', { exact: true }).fill(NEXT);
    await dialog.getByLabel('Repeat new password').fill('eleven owls above Oslo');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('This differs from the new password above.').waitFor();
    await visitor.expectAccessible();
    await dialog.getByLabel('Repeat new password').fill(NEXT);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password has been changed. All other sessions have ended.').waitFor();
    await expect.poll(() => rows(visitor).count()).toBe(1);

    // The session is still valid: a change is accepted.
    await page.getByRole('button', { name: 'Change what they see' }).click();
    await page.getByLabel('The usage of their own keys').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The setting for developers has been changed.').waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('ends other sessions one by one, or all at once including its own', async () => {
    const fynn = await dashboard.addUser('Fynn', 'finance');
    const visitor = await dashboard.visitor({ as: fynn.signedIn });
    const { page } = visitor;
    for (let time = 0; time < 3; time += 1) await dashboard.signIn(fynn.id);
    await visitor.visit('#/account');
    await expect.poll(() => rows(visitor).count()).toBe(4);
    expect(await rows(visitor).filter({ hasText: 'This one' }).count()).toBe(1);
    await page.getByRole('button', { name: 'End: test' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await page.getByText('The session has ended.').waitFor();
    expect(await rows(visitor).count()).toBe(3);

    await page.getByRole('button', { name: 'End all others' }).click();
    await visitor.expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
    await page.getByText('All other sessions have ended.').waitFor();
    expect(await rows(visitor).count()).toBe(1);

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await heading(visitor, 'Sign in').waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('lets the admin rename it, export it, and delete it forever after typing its name', async () => {
    const ada = await dashboard.addUser('Ada', 'admin');
    const visitor = await dashboard.visitor({ as: ada.signedIn, viewport: { width: 390, height: 800 } });
    const { page } = visitor;
    await visitor.visit('#/account');
    await page.getByRole('button', { name: 'Rename account' }).click();
    await page.getByLabel('Name of the account').fill('Acme');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The account has been renamed.').waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export data' }).click();
    const file = await (await download).path();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ client: { name: 'Acme' } });

    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Acme?' });
    await dialog.getByText('All keys end: every call with them is refused.').waitFor();
    await dialog.getByLabel(/type the name/).fill('acme');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect.poll(() => dialog.getByLabel(/type the name/).getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await visitor.expectAccessible();
    await dialog.getByLabel(/type the name/).fill('Acme');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await heading(visitor, 'The account is deleted').waitFor();
    await visitor.expectAccessible();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await heading(visitor, 'Sign in').waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });
});
