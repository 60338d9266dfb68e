import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailedToken } from '../support/browser.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import type { Visitor } from '../support/dashboard-browser.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

describe.skipIf(CHROMIUM === undefined)('users in the dashboard', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { level: 1, name });
  const dialog = ({ page }: Visitor, name: string) => page.getByRole('dialog', { name });
  const row = ({ page }: Visitor, name: string) => page.getByRole('row', { name });
  const secretOf = async ({ page }: Visitor) =>
    (await page.getByRole('region', { name: 'New key' }).textContent()) ?? '';
  const opens = (key: string, status: number) =>
    expect
      .poll(async () => (await dashboard.gateway.get(TDEE, { 'X-API-Key': key })).status, {
        timeout: 2_000,
        interval: 100,
      })
      .toBe(status);

  const giveUp = async ({ page }: Visitor) => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Developer').check();
    await page.getByRole('button', { name: 'Save' }).click();
  };

  it('an admin invites a user by mail after a refused attempt, and can send the link again', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit('#/users');
    expect(await row(visitor, 'ann@example.com').innerText()).toMatch(/\(you\)\s+ann@example.com\s+Admin\s+Active/);
    await page.getByRole('button', { name: 'Add user' }).click();
    const form = dialog(visitor, 'Add user');
    await form.getByLabel('Name').fill('Greta');
    await form.getByLabel('Finance').check();
    await form.getByLabel('E-mail address').fill('greta');
    await form.getByRole('button', { name: 'Send invitation' }).click();
    await form.getByRole('alert').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('email');
    await visitor.expectAccessible();
    await form.getByLabel('E-mail address').fill('greta@example.com');
    await form.getByRole('button', { name: 'Send invitation' }).click();
    const shown = dialog(visitor, 'Invitation to greta@example.com');
    await shown.getByRole('button', { name: 'Close' }).click();
    expect(await row(visitor, 'Greta').innerText()).toMatch(/Finance\s+Invited/);

    const first = await mailedToken(dashboard.gateway.dataDir, 'greta@example.com');
    await page.getByRole('link', { name: 'Greta' }).click();
    await heading(visitor, 'Greta').waitFor();
    await page.getByText('The first key is created when the invitation is accepted.').waitFor();
    expect(await page.getByRole('button', { name: 'Disable' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Send invitation again' }).click();
    await shown.getByRole('button', { name: 'Close' }).click();
    await waitUntil('another link', async () => {
      const link = await mailedToken(dashboard.gateway.dataDir, 'greta@example.com');
      return link === first ? undefined : link;
    });
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('an admin creates a user without an address, and sees the key only once', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit('#/users');
    await page.getByRole('button', { name: 'Add user' }).click();
    const form = dialog(visitor, 'Add user');
    await form.getByLabel('Name').fill('Build server');
    await form.getByLabel('With a key from you').check();
    await form.getByRole('button', { name: 'Create user' }).click();
    await dialog(visitor, 'The new user’s key').waitFor();
    const key = await secretOf(visitor);
    await opens(key, 200);
    await page.getByRole('button', { name: 'I have kept the key' }).click();
    await dialog(visitor, 'The new user’s key').waitFor({ state: 'detached' });
    expect(await row(visitor, 'Build server').innerText()).toMatch(/No e-mail address\s+Developer\s+Active/);
    expect(await page.content()).not.toContain(key);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('an admin changes, disables, enables and deletes a user, and is warned what is lost', async () => {
    const dora = await dashboard.addUser('Dora', 'developer', 'dora@example.com');
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit(`#/users/${dora.id}`);
    await page.getByRole('table', { name: 'Keys of Dora' }).getByRole('link', { name: 'Dora' }).waitFor();
    await visitor.expectAccessible();
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = dialog(visitor, 'Edit Dora');
    await form.getByLabel('Name').fill('Dora Maar');
    await form.getByLabel('Finance').check();
    await visitor.expectAccessible();
    await form.getByRole('button', { name: 'Save' }).click();
    await heading(visitor, 'Dora Maar').waitFor();
    await opens(dora.key, 403);

    await page.getByRole('button', { name: 'Disable' }).click();
    await dialog(visitor, 'Disable Dora Maar?').getByRole('button', { name: 'Disable user' }).click();
    await page.getByText('Dora Maar is disabled.').waitFor();
    await page.getByText('Owner disabled').waitFor();
    await opens(dora.key, 401);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Dora Maar is enabled again.').waitFor();
    await opens(dora.key, 403);

    await page.getByRole('button', { name: 'Delete' }).click();
    const question = dialog(visitor, 'Delete Dora Maar?');
    const lost = question.getByRole('list', { name: 'Keys that end' });
    expect(await lost.innerText()).toMatch(`…${dora.key.slice(-4)}`);
    await visitor.expectAccessible();
    await question.getByRole('button', { name: 'Delete user' }).click();
    await heading(visitor, 'Users').waitFor();
    await page.getByText('Dora Maar is deleted.').waitFor();
    await row(visitor, 'ann@example.com').waitFor();
    expect(await row(visitor, 'Dora Maar').count()).toBe(0);
    await opens(dora.key, 401);
    await visitor.visit('#/keys?state=all');
    await page.getByText('Deleted user').waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('the last admin stays admin; another admin who gives up the role gets other pages at once', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit('#/users');
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await page.getByText('This is you.').waitFor();
    for (const name of ['Disable', 'Delete']) expect(await page.getByRole('button', { name }).count()).toBe(0);
    await giveUp(visitor);
    await page.getByText('This is the last admin who can sign in.').waitFor();
    await visitor.leave();

    const otto = await dashboard.addUser('Otto', 'admin');
    const other = await dashboard.visitor({ as: otto.signedIn });
    await other.visit(`#/users/${otto.id}`);
    await giveUp(other);
    await heading(other, 'Overview').waitFor();
    await expect.poll(() => other.page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await other.visit('#/users');
    await heading(other, 'There is no such page').waitFor();
    other.expectQuiet();
    await other.leave();
  });

  it('an admin creates an application, which is listed with its keys', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit('#/users');
    await page.getByText('No application yet').waitFor();
    await page.getByRole('button', { name: 'New application' }).click();
    const form = dialog(visitor, 'New key');
    await form.getByLabel('Name', { exact: true }).fill('Nightly import');
    await form.getByLabel('Name of the application').fill('Data team');
    await form.getByRole('button', { name: 'Create key' }).click();
    await opens(await secretOf(visitor), 200);
    await page.getByRole('button', { name: 'I have kept the key' }).click();
    await page.getByRole('link', { name: 'Data team' }).waitFor();
    await visitor.expectAccessible();
    await page.getByRole('link', { name: 'Data team' }).click();
    await heading(visitor, 'Keys').waitFor();
    const keys = page.getByRole('table', { name: 'Keys' }).getByRole('rowheader');
    await expect.poll(() => keys.allInnerTexts()).toEqual([expect.stringMatching(/^Nightly import/)]);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('developers and finance users see none of these actions', async () => {
    for (const role of ['developer', 'finance'] as const) {
      const { signedIn } = await dashboard.addUser('Somebody', role);
      const visitor = await dashboard.visitor({ as: signedIn });
      await visitor.visit('#/users');
      await heading(visitor, 'There is no such page').waitFor();
      expect(await visitor.page.getByRole('link', { name: 'Users' }).count()).toBe(0);
      await visitor.leave();
    }
  });

  it('says that sign-ups and invitations are closed', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann, viewport: { width: 390, height: 800 } });
    const { page } = visitor;
    await page.route(`${dashboard.gateway.baseUrl}/sign-in`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace('"invite"', '"closed"') });
    });
    await visitor.visit('#/users');
    await page.getByText('This service does not accept new users at present').waitFor();
    await row(visitor, 'ann@example.com').waitFor();
    expect(await page.getByRole('button', { name: 'Add user' }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    visitor.expectQuiet();
    await visitor.leave();
  });
});
