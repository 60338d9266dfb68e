import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailedToken, PASSWORD } from '../support/browser.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import type { Visitor } from '../support/dashboard-browser.ts';
import { TDEE } from '../support/in-process-gateway.ts';

describe.skipIf(CHROMIUM === undefined)('a key that is shown once', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard({ SIGNUP: 'open' });
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

  /** Sets the password on the page behind a link, copies the key, and goes on. @returns the key */
  const accept = async ({ page }: Visitor, submit: string, copy: string, copied: string) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('#password').fill(PASSWORD);
    await page.locator('#again').fill(PASSWORD);
    await page.getByRole('button', { name: submit }).click();
    await page.getByRole('button', { name: copy }).click();
    await page.getByText(copied).waitFor();
    const key = (await page.locator('section code').textContent()) ?? '';
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    expect((await dashboard.gateway.get(TDEE, { 'X-API-Key': key })).status).toBe(200);
    return key;
  };

  it('comes with an invitation, whose link an admin without a mail server sees, in the language of the invitee', async () => {
    const ann = await dashboard.visitor({ as: dashboard.ann });
    await ann.visit('#/users');
    await ann.page.getByRole('button', { name: 'Add user' }).click();
    await ann.page.getByLabel('Name', { exact: true }).fill('Dora');
    await ann.page.getByLabel('E-mail address').fill('dora@example.com');
    await ann.page.getByLabel('Language of the invitation').selectOption('Deutsch');
    await ann.page.getByRole('button', { name: 'Send invitation' }).click();
    const dialog = ann.page.getByRole('dialog', { name: 'Invitation to dora@example.com' });
    await dialog.getByText('the mail waits in its outbox').waitFor();
    await ann.expectAccessible();
    const link = (await dialog.getByRole('region', { name: 'Link of the invitation' }).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Close' }).click();
    await ann.page.getByRole('row', { name: 'Dora' }).waitFor();
    expect(await ann.page.content()).not.toContain(link);
    // The mail has a link of its own, and sending it leaves the one that was shown as it is.
    await mailedToken(dashboard.gateway.dataDir, 'dora@example.com');

    const dora = await dashboard.visitor();
    const { page } = dora;
    await page.goto(link);
    await page.getByRole('heading', { name: 'Nehmen Sie die Einladung an' }).waitFor();
    await page.getByText('Dora · dora@example.com').waitFor();
    await page.getByLabel('Sprache').selectOption('Français');
    await page.getByRole('heading', { name: 'Acceptez l’invitation' }).waitFor();
    await page.getByText('Dora · dora@example.com').waitFor();
    await dora.expectAccessible();
    await accept(dora, 'Définir le mot de passe', 'Copier', 'Copié');
    await dora.expectAccessible();
    await page.getByRole('link', { name: /J’ai conservé la clé/ }).click();
    // Signed in, in the language of the page; the key has a name that says whose it is.
    await page.getByRole('heading', { level: 1, name: 'Vue d’ensemble' }).waitFor();
    await page.goto(`${dashboard.gateway.baseUrl}/sign-in#/keys`);
    await page.getByRole('rowheader', { name: 'Dora' }).waitFor();
    const { language } = await dashboard.records.db
      .selectFrom('users')
      .select('language')
      .where('email', '=', 'dora@example.com')
      .executeTakeFirstOrThrow();
    expect(language).toBe('fr');
    dora.expectQuiet();
    ann.expectQuiet();
    await dora.leave();
    await ann.leave();
  });

  it('comes with a sign-up, whose mail waits in the outbox and whose link stays there', async () => {
    const visitor = await dashboard.visitor();
    const { page } = visitor;
    await visitor.visit('#/create-account');
    await page.getByLabel('Your name').fill('Greta');
    await page.getByLabel('Account').fill('Acme Fitness');
    await page.getByLabel('E-mail address').fill('greta@example.com');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('the mail waits in its outbox').waitFor();
    const token = await mailedToken(dashboard.gateway.dataDir, 'greta@example.com', 'sign-up');
    expect(await page.content()).not.toContain(token);
    await visitor.expectAccessible();
    await page.goto(`${dashboard.gateway.baseUrl}/sign-up?lang=en#${token}`);
    await accept(visitor, 'Open account', 'Copy', 'Copied');
    await page.getByRole('link', { name: 'I have kept the key: continue' }).click();
    await page.getByText('Acme Fitness in').waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });
});
