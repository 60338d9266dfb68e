import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveCheckpoint } from '../../gateway/usage/checkpoint.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type Colleague, type Dashboard, startDashboard } from '../support/dashboard.ts';

const NONE = { included: 0, overage: 0, credits: 0 };
/** A name without a space, wider than a phone. */
const LONG_NAME = 'rehabilitation_backend_service_account_production_eu_central_1';

describe.skipIf(CHROMIUM === undefined)('the usage page', () => {
  const today = new Date().toISOString().slice(0, 10);
  let dashboard: Dashboard;
  let dora: Colleague;
  let fynn: Colleague;
  let annsKey: string;

  beforeAll(async () => {
    dashboard = await startDashboard();
    dora = await dashboard.addUser('Dora', 'developer');
    fynn = await dashboard.addUser('Fynn', 'finance');
    const { body: me } = await dashboard.api.call('GET', '/platform/v1/me');
    const { keys } = (await dashboard.api.call('GET', '/platform/v1/keys')).body;
    const keyOf = (user: string) => keys.find((key: { user: string }) => key.user === user).id;
    annsKey = keyOf(me.id);
    await dashboard.api.call('PATCH', `/platform/v1/keys/${keyOf(dora.id)}`, { name: LONG_NAME });
    const row = { day: today, status: '2xx', calculator: 'tdee' } as const;
    await saveCheckpoint(dashboard.records, {
      client: me.client,
      month: today.slice(0, 7),
      counter: { epoch: 'e', base: NONE, admitted: { ...NONE, included: 1_210 }, returned: NONE },
      credits: { epoch: 'c', base: 0, taken: 0, returned: 0 },
      limits: null,
      usage: [
        { ...row, key: annsKey, calls: 1_200, units: 1_200 },
        { ...row, key: annsKey, status: '4xx', calls: 30, units: 0 },
        { ...row, key: keyOf(dora.id), calculator: 'bmi', calls: 10, units: 10 },
        { ...row, key: keyOf(dora.id), calculator: '', status: '429', calls: 4, units: 0 },
      ],
    });
  });
  afterAll(() => dashboard.stop());

  it('shows charged and uncharged calls for every grouping, and its address keeps the view', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    const table = page.getByRole('table', { name: 'Calls and units by' });
    const lines = async () => (await table.getByRole('row').allInnerTexts()).map((line) => line.split(/\s*\t\s*/));
    await visitor.visit('#/usage');
    await table.waitFor();
    expect((await lines()).at(-1)).toEqual(['Total', '1,210', '1,210', '30', '0', '4']);
    await page.getByText('Client errors: 30, server errors: 0, refused: 4').waitFor();
    await page.getByText(/^Includes every call up to \w+\s\d/).waitFor();

    await page.getByLabel('Days').selectOption('Last 30 days');
    await page.getByLabel('Grouped by').selectOption('Calculator');
    await expect.poll(() => page.url()).toMatch(/#\/usage\?range=30-days&by=calculator$/);
    await page.reload();
    await table.waitFor();
    expect((await lines()).slice(1)).toEqual([
      ['tdee', '1,200', '1,200', '30', '0', '0'],
      ['bmi', '10', '10', '0', '0', '0'],
      ['Refused or invalid calls', '0', '0', '0', '0', '4'],
      ['Total', '1,210', '1,210', '30', '0', '4'],
    ]);
    // The chart has a series for each, and the same figures as text for people who do not see it.
    const chart = page.getByRole('figure', { name: 'Calls a day' });
    await chart.getByText('The same as a table').click();
    await expect.poll(() => chart.getByRole('row').count()).toBe(31);
    expect((await chart.getByRole('row').last().innerText()).split('\t').slice(1)).toEqual(['1,200', '10', '0']);
    await visitor.expectAccessible();

    const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    const csv = await page.request.get(`${dashboard.gateway.baseUrl}/${file}`);
    expect(await csv.text()).toContain('\r\ntdee,1200,1200,30,0,0\r\n');
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('takes a range of days, and explains how to begin if it has no calls', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann, viewport: { width: 390, height: 800 } });
    const { page } = visitor;
    await visitor.visit('#/usage?by=key');
    await page.locator('.u-legend').getByText(LONG_NAME).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByLabel('Days').selectOption('Other days');
    expect(await page.getByLabel('To').inputValue()).toBe(today);
    await page.getByLabel('From').fill('2001-02-03');
    await page.getByLabel('To').fill('2001-02-01');
    await page.getByRole('button', { name: 'Show these days' }).click();
    await page.getByText('No calls in these days').waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/usage\?range=custom&by=key&since=2001-02-01&until=2001-02-03$/);
    await page.getByRole('heading', { name: 'Your first call' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await visitor.expectAccessible();

    // Too long for a chart by days.
    await page.getByLabel('To').fill(today);
    await page.getByRole('button', { name: 'Show these days' }).click();
    await page.getByRole('figure', { name: 'Calls a month' }).waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('says that it shows only a part, and then gives no totals', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    const question = /history\?.*by=calculator$/;
    await page.route(question, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), complete: false } });
    });
    await visitor.visit('#/usage?by=calculator');
    await page.getByText('These are the first 3 lines, without a total').waitFor();
    expect(await page.getByText('Total', { exact: true }).count()).toBe(0);

    await page.unroute(question);
    await page.route('**/usage/history?**', (route) => route.abort());
    await page.getByLabel('Grouped by').selectOption('Key');
    await page.getByText('The server did not answer.').waitFor();
    await page.unroute('**/usage/history?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Calls and units by: Key' }).waitFor();
    visitor.expectQuiet();
    await visitor.leave();
  });

  it('shows finance users all keys and users, and developers their own keys if they may see them', async () => {
    const finance = await dashboard.visitor({ as: fynn.signedIn });
    await finance.visit('#/usage?by=user');
    await finance.page.getByRole('rowheader', { name: 'Dora' }).waitFor();
    await finance.page.getByLabel('Grouped by').selectOption('Key');
    await finance.page.getByRole('rowheader', { name: `…${dora.key.slice(-4)}` }).waitFor();
    finance.expectQuiet();
    await finance.leave();

    const developer = await dashboard.visitor({ as: dora.signedIn });
    const { page } = developer;
    await dashboard.api.call('PATCH', '/platform/v1/client', { developer_usage: 'none' });
    await developer.visit('#/usage');
    await page.getByText('The admin of Vitalgate keeps usage to admins and finance.').waitFor();
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Usage' }).count()).toBe(0);
    await dashboard.api.call('PATCH', '/platform/v1/client', { developer_usage: 'own' });
    await page.reload();
    await page.getByRole('navigation').getByRole('link', { name: 'Usage' }).waitFor();
    expect(await page.getByLabel('Grouped by').locator('option').allInnerTexts()).not.toContain('User');
    await page.getByLabel('Grouped by').selectOption('Key');
    const table = page.getByRole('table', { name: 'Calls and units by: Key' });
    await table.waitFor();
    // Head, one key, total.
    expect(await table.getByRole('row').count()).toBe(3);
    await table.getByRole('link').click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).not.toContain(annsKey);
    developer.expectQuiet();
    await developer.leave();
  });
});
