import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/browser.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import type { Visitor } from '../support/dashboard-browser.ts';

describe.skipIf(CHROMIUM === undefined)('the dashboard, before and after signing in', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard({ SIGNUP: 'open' });
  });
  afterAll(() => dashboard.stop());

  const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { level: 1, name });
  const focused = ({ page }: Visitor) => page.evaluate('document.activeElement.textContent');

  it('signs in with address and password, and keeps the session over a reload', async () => {
    const visitor = await dashboard.visitor();
    const { page } = visitor;
    await visitor.visit('');
    expect(await page.title()).toBe('Sign in · Vitalgate');
    await visitor.expectAccessible();

    await visitor.signIn('ann@example.com');
    await heading(visitor, 'Overview').waitFor();
    await expect.poll(() => page.title()).toBe('Overview · Vitalgate');
    await expect.poll(() => focused(visitor)).toBe('Overview');
    await page.getByText('The plan local has no limit.').waitFor();
    await visitor.expectAccessible();

    await page.reload();
    await heading(visitor, 'Overview').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(visitor, 'Sign in').waitFor();
    await page.reload();
    await heading(visitor, 'Sign in').waitFor();
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).toBe('[{},{}]');
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('shows the API’s text for a wrong password, and keeps the typed text', async () => {
    const visitor = await dashboard.visitor();
    const { page } = visitor;
    await visitor.visit('#/somewhere');
    await visitor.signIn('ann@example.com', 'seventeen geese over Bergen');
    const { body } = await dashboard.api.call('POST', '/platform/v1/session', {
      email: 'ann@example.com',
      password: 'seventeen geese over Bergen',
    });
    expect(await page.getByRole('alert').textContent()).toBe(body.detail);
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('ann@example.com');

    // Any other mistake is shown at its field.
    await page.getByLabel('E-mail address').fill('ann');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('email');
    await visitor.expectAccessible();

    await page.route('**/platform/v1/session', (route) => route.abort());
    await visitor.signIn('ann@example.com');
    await page.getByText('The server did not answer.').waitFor();
    expect(await page.getByLabel('Password').inputValue()).toBe(PASSWORD);

    // Opens the page that the visitor wanted.
    await page.unroute('**/platform/v1/session');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(visitor, 'There is no such page').waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('sends once, even if the button is pressed repeatedly', async () => {
    const visitor = await dashboard.visitor();
    const { page } = visitor;
    let calls = 0;
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/platform/v1/session', async (route) => {
      calls += 1;
      await answered;
      await route.continue();
    });
    await visitor.visit('');
    await visitor.signIn('ann@example.com');
    await page.getByRole('button', { name: 'Sign in' }).click({ force: true });
    await page.getByLabel('Password').press('Enter');
    await page.evaluate('document.forms[0].requestSubmit()');
    answer();
    await heading(visitor, 'Overview').waitFor();
    expect(calls).toBe(1);
    await visitor.leave();
  });

  it('gives the same answer to a forgotten password and to a sign-up, whether the account exists or not', async () => {
    const visitor = await dashboard.visitor();
    const { page } = visitor;
    await visitor.visit('');
    const said: string[] = [];
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByLabel('E-mail address').fill(email);
      await page.getByRole('button', { name: 'Mail the link' }).click();
      await heading(visitor, 'Check your mailbox').waitFor();
      said.push((await page.getByRole('main').innerText()).replace(email, 'somebody'));
      await page.getByRole('link', { name: 'Back to sign in' }).click();
    }
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByLabel('Your name').fill('Dora');
      await page.getByLabel('Account', { exact: true }).fill('Acme');
      await page.getByLabel('E-mail address').fill(email);
      await page.getByRole('button', { name: 'Create account' }).click();
      await heading(visitor, 'Check your mailbox').waitFor();
      said.push((await page.getByRole('main').innerText()).replace(email, 'somebody'));
      await page.getByRole('link', { name: 'Back to sign in' }).click();
    }
    const [reset, resetToo, signUp, signUpToo] = said;
    expect(resetToo).toBe(reset);
    expect(signUpToo).toBe(signUp);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('asks for a new sign-in over the open page when the session has ended', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit('#/somewhere');
    await dashboard.api.call('DELETE', '/platform/v1/sessions');
    await page.getByRole('link', { name: 'To the overview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await visitor.expectAccessible();
    expect(await dialog.getByLabel('E-mail address').inputValue()).toBe('ann@example.com');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await heading(visitor, 'Overview').waitFor();
    await page.getByText('The plan local has no limit.').waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('is written from right to left in Arabic, keeps the typed text, and stays so after a reload', async () => {
    const visitor = await dashboard.visitor();
    const { page } = visitor;
    await visitor.visit('');
    await page.getByLabel('E-mail address').fill('ann@example.com');
    await page.getByLabel('Language').selectOption('العربية');
    await heading(visitor, 'تسجيل الدخول').waitFor();
    expect(await page.getByLabel('عنوان البريد الإلكتروني').inputValue()).toBe('ann@example.com');
    await visitor.expectAccessible();

    await page.reload();
    await heading(visitor, 'تسجيل الدخول').waitFor();
    expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual(['ar', 'rtl']);
    // The lines begin at the right: the brand is there, and the menu of languages is at the left.
    const brand = await page.getByText('Vitalgate', { exact: true }).boundingBox();
    const menu = await page.getByLabel('اللغة').boundingBox();
    expect(brand?.x).toBeGreaterThan(menu?.x ?? Number.POSITIVE_INFINITY);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('shows each role its own overview, even on a narrow screen', async () => {
    const people = [await dashboard.addUser('Dora', 'developer'), await dashboard.addUser('Fynn', 'finance')];
    const texts = ['Used with your keys this month', 'The plan local has no limit.'];
    for (const [at, { signedIn }] of people.entries()) {
      const visitor = await dashboard.visitor({ as: signedIn, viewport: { width: 390, height: 800 } });
      const { page } = visitor;
      await visitor.visit('');
      await page.getByText(texts[at] ?? '').waitFor();
      await page.getByRole('button', { name: 'Menu' }).click();
      expect(await page.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe('page');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      await visitor.expectAccessible();
      visitor.expectQuiet();
      await visitor.leave();
    }
  });

  it('opens the billing page after a payment, and removes the parameters from the address', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    await visitor.page.goto(`${dashboard.gateway.baseUrl}/?lang=en&payment=pay_1`);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    expect(visitor.page.url()).toBe(`${dashboard.gateway.baseUrl}/#/billing?payment=pay_1`);
    await visitor.leave();
  });
});
