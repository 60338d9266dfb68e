import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import type { Visitor } from '../support/dashboard-browser.ts';
import { TDEE } from '../support/in-process-gateway.ts';

const KEYS = '/platform/v1/keys';

describe.skipIf(CHROMIUM === undefined)('keys in the dashboard', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { level: 1, name });
  const dialog = ({ page }: Visitor, name: string) => page.getByRole('dialog', { name });
  const names = ({ page }: Visitor) => page.getByRole('rowheader').getByRole('link').allTextContents();
  const secretOf = async ({ page }: Visitor) =>
    (await page.getByRole('region', { name: 'New key' }).textContent()) ?? '';
  const statusOf = async (key: string, path = TDEE) => (await dashboard.gateway.get(path, { 'X-API-Key': key })).status;
  const ended = (key: string) => expect.poll(() => statusOf(key), { timeout: 2_000, interval: 100 }).toBe(401);
  const create = async (key: object) => (await dashboard.api.call('POST', KEYS, key)).body;

  it('an admin creates a key with limits after a refused attempt, and sees it only once', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit('#/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const form = dialog(visitor, 'New key');
    await form.getByLabel('Owner').selectOption({ label: 'New application …' });
    await form.getByLabel('Name of the application').fill('Coach app');
    await form.getByLabel('Environment').selectOption('test');
    await form.getByLabel('Expires').selectOption({ label: 'After a certain day' });
    await form.getByLabel('Last day').fill('2020-01-31');
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('Choose a day that is not over yet.').waitFor();
    await form.getByLabel('Last day').fill('2090-01-31');
    await form.getByText('Limits').click();
    const calculators = form.getByLabel('Calculators (optional)');
    await calculators.fill('tede');
    await calculators.press('Enter');
    await form.getByText('The plan opens no calculator named tede.').waitFor();
    await visitor.expectAccessible();
    await calculators.fill('bmi');
    await form.getByRole('button', { name: 'Add calculator' }).click();
    await form.getByRole('button', { name: 'Remove bmi' }).click();
    await calculators.fill('tdee');
    await form.getByLabel('Networks').fill('127.0.0.0/8\nnowhere');
    await form.getByLabel('Units a month').fill('5');

    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByRole('alert').waitFor();
    expect(await form.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await form.getByLabel('Networks').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('Name', { exact: true }).fill('Nightly import');
    await form.getByLabel('Networks').fill('127.0.0.0/8');
    await form.getByRole('button', { name: 'Create key' }).click();

    await dialog(visitor, 'Your new key').waitFor();
    await visitor.expectAccessible();
    const key = await secretOf(visitor);
    expect(await statusOf(key)).toBe(200);
    const command = await page.getByRole('region', { name: 'Command' }).textContent();
    expect(command).toBe(`curl -H "X-API-Key: ${key}" "${dashboard.gateway.baseUrl}${TDEE}"`);
    await page.getByRole('button', { name: 'I have kept the key' }).click();
    await dialog(visitor, 'Your new key').waitFor({ state: 'detached' });

    const row = page.getByRole('row', { name: 'Nightly import' });
    expect(await row.innerText()).toMatch(/Coach app\s+Application\s+Test\s+Active/);
    expect(await page.content()).not.toContain(key);
    expect(await page.evaluate('location.href + JSON.stringify([localStorage, sessionStorage])')).not.toContain(key);
    const { body } = await dashboard.api.call('GET', KEYS);
    expect(body.keys[0]).toMatchObject({ calculators: ['tdee'], networks: ['127.0.0.0/8'], cap: 5 });
    // Until the end of the day in the browser's time zone, which is this machine's.
    expect(body.keys[0].expires_at).toBe(new Date('2090-01-31T23:59:59').toISOString());
    await visitor.expectAccessible();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('an admin finds keys by owner, environment and state, and by the whole key, which never appears in an address', async () => {
    const dora = await dashboard.addUser('Dora', 'developer');
    const trial = await create({ name: 'Trial', environment: 'dev', user: dora.id });
    const gone = await create({ name: 'Gone', environment: 'dev' });
    await dashboard.api.call('DELETE', `${KEYS}/${gone.id}`);
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit(`#/keys?owner=${dora.id}`);
    await expect.poll(() => names(visitor)).toEqual(['Trial', 'Dora']);
    expect(await page.getByLabel('Owner').inputValue()).toBe(dora.id);
    await page.getByLabel('Environment').selectOption('dev');
    await expect.poll(() => names(visitor)).toEqual(['Trial']);
    await page.getByLabel('Owner').selectOption({ label: 'Everybody' });
    await page.getByLabel('State').selectOption({ label: 'Ended' });
    await expect.poll(() => names(visitor)).toEqual(['Gone']);
    expect(page.url()).toContain('#/keys?state=ended&environment=dev');

    await page.getByLabel('Search').fill(trial.key);
    await page.getByText('No key matches').waitFor();
    await visitor.expectAccessible();
    await page.getByRole('button', { name: 'Show all keys' }).click();
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('');
    await expect.poll(() => names(visitor)).toEqual(expect.arrayContaining(['Trial', 'Gone']));
    await page.getByLabel('Search').fill(trial.key);
    await expect.poll(() => names(visitor)).toEqual(['Trial']);
    expect(page.url()).not.toContain(trial.key);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('an admin changes a key, and ends it after a warning', async () => {
    const { id, key } = await create({ name: 'Widget', environment: 'live', cap: 7 });
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit(`#/keys/${id}`);
    await heading(visitor, 'Widget').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = dialog(visitor, 'Edit Widget');
    expect(await form.getByLabel('Units a month').inputValue()).toBe('7');
    await visitor.expectAccessible();
    await form.getByLabel('Units a month').fill('');
    await form.getByLabel('Name').fill('Widget, new');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The key has been changed.').waitFor();
    await heading(visitor, 'Widget, new').waitFor();
    await page.getByText('No limit of its own').waitFor();

    await page.getByRole('button', { name: 'Revoke' }).click();
    const question = dialog(visitor, 'Revoke Widget, new?');
    await question.getByText('fail within a second').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Revoke');
    expect(await statusOf(key)).toBe(200);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await question.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('The key Widget, new has been revoked.').waitFor();
    await page.getByText('This key was revoked').waitFor();
    await visitor.expectAccessible();
    for (const name of ['Edit', 'Rotate', 'Revoke']) expect(await page.getByRole('button', { name }).count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Widget, new');
    await ended(key);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('an admin lets a key rotate itself, and ends the old key of a rotation with or without its successor', async () => {
    const { id, key } = await create({ name: 'CI', environment: 'live' });
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await visitor.visit(`#/keys/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = dialog(visitor, 'Edit CI');
    await form.getByText('Limits').click();
    await form.getByLabel('Rotation by the key itself').selectOption({ label: 'Allowed' });
    await visitor.expectAccessible();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The key has been changed.').waitFor();
    const rotate = async (old: { readonly id: string; readonly key: string }) => {
      const headers = { 'X-API-Key': old.key };
      return (await dashboard.gateway.post(`${KEYS}/${old.id}/rotate`, {}, headers)).json() as Promise<typeof old>;
    };
    const second = await rotate({ id, key });
    const revoke = async (old: string, successors: string) => {
      // An open page of a key does not learn of its successor.
      await visitor.visit('#/keys');
      await visitor.visit(`#/keys/${old}`);
      await page.getByRole('button', { name: 'Revoke' }).click();
      const question = dialog(visitor, 'Revoke CI?');
      await question.getByLabel(successors).check();
      await visitor.expectAccessible();
      await question.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByText('The key CI has been revoked.').waitFor();
    };
    await revoke(id, 'Keep them');
    await ended(key);
    expect(await statusOf(second.key)).toBe(200);
    const third = await rotate(second);
    await revoke(second.id, 'End them too');
    await ended(third.key);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('a developer sees only the own keys, and replaces one with an overlap or at once', async () => {
    const dora = await dashboard.addUser('Dora', 'developer');
    const visitor = await dashboard.visitor({ as: dora.signedIn, viewport: { width: 390, height: 800 } });
    const { page } = visitor;
    await visitor.visit('#/keys');
    await expect.poll(() => names(visitor)).toEqual(['Dora']);
    expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0);
    expect(await page.getByRole('columnheader', { name: 'Owner' }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await visitor.expectAccessible();

    const rotate = async (overlap: string) => {
      await page.getByRole('button', { name: 'Rotate' }).click();
      const form = dialog(visitor, 'Rotate Dora');
      await form.getByLabel(overlap, { exact: true }).check();
      if (overlap === 'Now') await visitor.expectAccessible();
      await form.getByRole('button', { name: 'Rotate key' }).click();
      await dialog(visitor, 'Your new key').waitFor();
      return secretOf(visitor);
    };
    await page.getByRole('link', { name: 'Dora' }).click();
    await page.getByText('About this key').waitFor();
    for (const name of ['Edit', 'Revoke']) expect(await page.getByRole('button', { name }).count()).toBe(0);
    const second = await rotate('In 1 hour');
    await page.getByText(/The old key works until/).waitFor();
    expect([await statusOf(dora.key), await statusOf(second)]).toEqual([200, 200]);
    await page.getByRole('button', { name: 'I have kept the key' }).click();
    await page.getByText('This key was rotated.').waitFor();
    expect(await page.getByRole('button', { name: 'Rotate' }).count()).toBe(0);

    await page.getByRole('link', { name: 'To its successor' }).click();
    await page.getByText(second.slice(-4)).waitFor();
    const third = await rotate('Now');
    await page.getByText('The old key has ended.').waitFor();
    await ended(second);
    expect([await statusOf(dora.key), await statusOf(third)]).toEqual([200, 200]);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('a finance user replaces the own key, and gets a command that works with the new one', async () => {
    const { signedIn } = await dashboard.addUser('Fynn', 'finance');
    const visitor = await dashboard.visitor({ as: signedIn });
    const { page } = visitor;
    await visitor.visit('#/keys');
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Fynn' }).click();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const key = await secretOf(visitor);
    const command = await page.getByRole('region', { name: 'Command' }).textContent();
    expect(command).toContain('/platform/v1/billing');
    expect(await statusOf(key, '/platform/v1/billing')).toBe(200);
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('says why keys could not be loaded, and retries', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    await page.route(/\/platform\/v1\/keys\?/, (route) => route.abort());
    await visitor.visit('#/keys');
    await page.getByText('The server did not answer.').waitFor();
    expect(await page.getByRole('button', { name: 'New key' }).isDisabled()).toBe(true);
    await page.unroute(/\/platform\/v1\/keys\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Keys' }).waitFor();
    await visitor.visit('#/keys/key_0000000000000000000000');
    await page.getByText('There is nothing at this address.').waitFor();
    await page.getByRole('link', { name: 'All keys' }).click();
    await heading(visitor, 'Keys').waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });
});
