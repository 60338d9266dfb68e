import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, mailedToken, PASSWORD } from '../support/browser.ts';
import { CHROMIUM, openPage, type Page } from '../support/chromium.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

describe.skipIf(CHROMIUM === undefined)('in a browser, over plain HTTP on this machine', () => {
  let gateway: TestGateway;
  let page: Page;
  beforeAll(async () => {
    gateway = await startTestGateway();
    page = await openPage(CHROMIUM ?? '');
  });
  afterAll(async () => {
    await page.close();
    await gateway.stop();
  });

  const shows = (text: string) =>
    waitUntil(text, async () => String(await page.run('document.body?.innerText')).includes(text) || undefined);
  const submit = (fields: Record<string, string>) =>
    page.run(`
      for (const [name, value] of Object.entries(${JSON.stringify(fields)})) document.forms[0].elements[name].value = value;
      document.querySelector('button').click()`);

  it('the page behind the first link sets address and password, and forgets the link', async () => {
    await page.open(`${gateway.baseUrl}/set-password#${gateway.first.setup.token}`);
    await shows('Admin');
    await submit({ email: 'ann@example.com', password: PASSWORD, again: 'another' });
    await shows('The two passwords differ.');
    await submit({ password: 'password1234', again: 'password1234' });
    await shows('This password is too common. Choose another.');
    await submit({ password: PASSWORD, again: PASSWORD });
    await shows('Your password is set.');
    expect(await page.run('location.href')).toBe(`${gateway.baseUrl}/set-password`);
  });

  it('the browser keeps the cookie, hides it from scripts, and makes a change with the token', async () => {
    const seen = await page.run(`(async () => {
      const send = (method, path, body, headers) => fetch('/platform/v1' + path, {
        method, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });
      const session = await (await send('POST', '/session', ${JSON.stringify({ email: 'ann@example.com', password: PASSWORD })})).json();
      const without = await send('PATCH', '/me', { name: 'Ann' });
      const changed = await send('PATCH', '/me', { name: 'Ann' }, { 'X-CSRF-Token': session.csrf_token });
      return [without.status, changed.status, document.cookie];
    })()`);
    expect(seen).toEqual([403, 200, '']);
  });

  it('an invitation in Arabic is written from right to left and ends with a working key', async () => {
    const admin = await firstAdmin(gateway);
    await admin.call('POST', '/platform/v1/invitations?lang=ar', {
      name: 'Dora',
      role: 'developer',
      email: 'dora@example.com',
    });
    const token = await mailedToken(gateway.dataDir, 'dora@example.com');
    await page.open(`${gateway.baseUrl}/invitation?lang=ar#${token}`);
    await shows('Dora · dora@example.com');
    expect(await page.run('document.documentElement.dir')).toBe('rtl');
    await submit({ password: PASSWORD, again: PASSWORD });
    const key = await waitUntil(
      'a key',
      async () => (await page.run(`document.querySelector('code')?.textContent`)) || undefined,
    );
    expect((await gateway.get(TDEE, { 'X-API-Key': String(key) })).status).toBe(200);
  });

  it('the undo link restores the old address with a new password', async () => {
    const admin = await firstAdmin(gateway);
    const wanted = { email: 'eve@example.com', current_password: PASSWORD };
    await admin.call('POST', '/platform/v1/me/email', wanted);
    await admin.call('POST', '/platform/v1/email', { token: await mailedToken(gateway.dataDir, wanted.email) });
    const token = await mailedToken(gateway.dataDir, 'ann@example.com', 'undo-email');
    await page.open(`${gateway.baseUrl}/undo-email#${token}`);
    await shows('Take your account back');
    await shows('ann@example.com');
    const next = 'eleven owls above Bergen';
    await submit({ password: next, again: next });
    await shows('The account has this address again');
    expect(await page.run('location.hash')).toBe('');
    await admin.signIn('ann@example.com', next);
  });
});
