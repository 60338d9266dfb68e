import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPlan } from '../../gateway/accounts/plans/plans.ts';
import { postEntry } from '../../gateway/billing/ledger.ts';
import { confirmPayment } from '../../gateway/billing/payment-confirm.ts';
import { completePayment } from '../../gateway/billing/payments.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import type { Visitor } from '../support/dashboard-browser.ts';
import { type StripeStub, startStripe } from '../support/stripe.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PLANS = join(temporaryFolder('plans'), 'plans.json');
const figures = { burst: { q: 100, w: 10 }, mode: 'credits', price: { amount: 2, currency: 'EUR' }, offered: true };
writeFileSync(
  PLANS,
  JSON.stringify({ starter: { quota: 5_000, ...figures }, business: { quota: 50_000, ...figures } }),
);

const actor = { name: 'test', at: Date.now(), address: null };
const month = new Date().toISOString().slice(0, 7);

async function startBilling(environment: Record<string, string> = {}) {
  const dashboard = await startDashboard({ PLANS_FILE: PLANS, ...environment });
  const clientId: string = (await dashboard.api.call('GET', '/platform/v1/me')).body.client;
  await setPlan(dashboard.records, actor, clientId, 'starter', {});
  const payments = async () => (await dashboard.api.call('GET', '/platform/v1/payments')).body.payments;
  return { ...dashboard, clientId, payments };
}

const press = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true }).click();
const row = ({ page }: Visitor, table: string, at: number) =>
  page.getByRole('table', { name: table }).getByRole('row').nth(at).innerText();

describe.skipIf(CHROMIUM === undefined)('the billing page', () => {
  let dashboard: Dashboard & Awaited<ReturnType<typeof startBilling>>;
  let ann: Visitor;
  beforeAll(async () => {
    dashboard = await startBilling();
    ann = await dashboard.visitor({ as: dashboard.ann });
  });
  afterAll(async () => {
    ann.expectQuiet();
    await dashboard.stop();
  });

  it('orders once although the form is sent twice after a broken connection, and says when the credits can be spent', async () => {
    const { page } = ann;
    await ann.visit('#/billing');
    await page.getByText('100 in 10\u00a0s with each key').waitFor();
    await page.getByText('No payments yet').waitFor();
    await ann.expectAccessible();

    await press(ann, 'Buy credits');
    const dialog = page.getByRole('dialog', { name: 'Buy credits' });
    await dialog.getByLabel('Credits').fill('1500');
    await dialog.getByText('€30.00').waitFor();
    await dialog.getByLabel('Note').fill('PO 4711');
    await ann.expectAccessible();
    // The request arrives, but its answer is lost.
    await page.route('**/top-ups', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Order' }).click();
    await dialog.getByText('The server did not answer.').waitFor();
    expect(await dialog.getByLabel('Credits').inputValue()).toBe('1500');
    await page.unroute('**/top-ups');
    await dialog.getByRole('button', { name: 'Order' }).click();
    await page.getByText('They can be spent as soon as the operator of this service confirms').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await row(ann, 'All payments', 1)).toMatch(/Waits for confirmation\s+1,500\s+€30\.00\s.*\s+PO 4711/s);

    const orders = await dashboard.payments();
    expect(orders).toMatchObject([{ credits: 1_500, note: 'PO 4711' }]);
    await confirmPayment(dashboard.records, actor, orders[0].id);
    await page.reload();
    await page.getByRole('region', { name: 'Credits to spend' }).getByText('1,500', { exact: true }).waitFor();
    expect(await row(ann, 'All payments', 1)).toContain('Paid');
  });

  it('marks the field of an order that is not possible', async () => {
    const { page } = ann;
    await ann.visit('#/billing');
    await press(ann, 'Buy credits');
    await press(ann, 'Order');
    await expect.poll(() => page.getByLabel('Credits', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await press(ann, 'Cancel');
  });

  it('changes to a larger plan at once, to a smaller one later, and can keep the present one', async () => {
    const { page } = ann;
    await ann.visit('#/billing');
    await press(ann, 'Change plan');
    const dialog = page.getByRole('dialog', { name: 'Change plan' });
    await dialog.getByLabel('business').check();
    expect(await dialog.getByText('50,000 units a month').innerText()).toContain('Begins at once');
    await ann.expectAccessible();
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await page.getByText('The plan is business now.').waitFor();
    await page.getByRole('heading', { name: 'Plan: business' }).waitFor();

    await press(ann, 'Change plan');
    await dialog.getByLabel('starter').check();
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await page.getByRole('main').getByText('(UTC) the plan is starter.').waitFor();
    await press(ann, 'Keep the present plan');
    await page.getByText('The plan stays business.').waitFor();
    await page.getByRole('button', { name: 'Keep the present plan' }).waitFor({ state: 'detached' });
    expect((await dashboard.api.call('GET', '/platform/v1/plan')).body.next).toBeNull();
  });

  it('sets a hard stop, warns of one that stops every call, and asks before removing it', async () => {
    const { page } = ann;
    const stop = async () => (await dashboard.api.call('GET', '/platform/v1/hard-stop')).body.own;
    await ann.visit('#/billing');
    await press(ann, 'Set a hard stop');
    const dialog = page.getByRole('dialog');
    await press(ann, 'Save');
    await expect.poll(() => dialog.getByLabel('Most units in a month').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Most units in a month').fill('0');
    await dialog.getByText('from now on every call is refused').waitFor();
    await ann.expectAccessible();
    await dialog.getByLabel('Most units in a month').fill('70000');
    await press(ann, 'Save');
    await page.getByRole('region', { name: 'Hard stop' }).getByText('70,000').waitFor();
    expect(await stop()).toBe(70_000);

    await press(ann, 'Remove');
    await page.getByRole('dialog', { name: 'Remove the hard stop?' }).waitFor();
    expect(await stop()).toBe(70_000);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No hard stop is set.').waitFor();
    expect(await stop()).toBeNull();
  });

  it('shows a statement with the balance after each entry, the payments, and a file', async () => {
    const { page } = ann;
    const charge = { kind: 'adjustment', credits: -300, source: 'charge-back 7', note: null } as const;
    const late = {
      client_id: dashboard.clientId,
      month: '2026-01',
      stated_in: month,
      included: 7,
      overage: 0,
      credits: 0,
    };
    await dashboard.records.write(async (trx) => {
      await postEntry(trx, actor, { clientId: dashboard.clientId, ...charge });
      await trx.insertInto('stated_units').values(late).execute();
    });
    await ann.visit('#/billing');
    await page.getByRole('table', { name: 'Months' }).getByRole('rowheader').getByRole('link').first().click();
    await page.getByText('these figures still change').waitFor();
    expect(page.url()).toContain(`#/billing/statements/${month}`);
    expect(await row(ann, 'Entries', 1)).toMatch(/^Balance at the beginning.*\s0$/s);
    const entries = await page.getByRole('table', { name: 'Entries' }).getByRole('row').allInnerTexts();
    expect(entries.find((line) => line.includes('€30.00'))).toMatch(/Credits bought.*PO 4711.*\+1,500\s/s);
    expect(entries.find((line) => line.includes('charge-back 7'))).toMatch(/Correction.*-300\s/s);
    expect(entries.at(-1)).toMatch(/^Balance until now.*\s1,200$/s);
    await page.getByText('Of these, from January 2026, counted late').waitFor();
    await ann.expectAccessible();
    const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    const csv = await page.request.get(`${dashboard.gateway.baseUrl}/${file}`);
    expect(await csv.text()).toContain('opening_balance');

    await page.getByRole('link', { name: 'All statements' }).click();
    await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
    await ann.visit('#/billing/statements/2026-13');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  });

  it('offers finance users no decisions of an admin, even on a narrow screen, and is closed to developers', async () => {
    const { signedIn } = await dashboard.addUser('Fynn', 'finance');
    const finance = await dashboard.visitor({ as: signedIn, viewport: { width: 390, height: 800 } });
    await finance.visit('#/billing');
    await finance.page.getByRole('heading', { name: 'Plan: business' }).waitFor();
    await finance.page.getByRole('button', { name: 'Set a hard stop' }).waitFor();
    expect(await finance.page.getByRole('button', { name: 'Change plan' }).count()).toBe(0);
    expect(await finance.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    finance.expectQuiet();
    await finance.leave();

    const dora = await dashboard.addUser('Dora', 'developer');
    const developer = await dashboard.visitor({ as: dora.signedIn });
    await developer.visit('#/billing');
    await developer.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    expect(await developer.page.getByRole('link', { name: 'Billing' }).count()).toBe(0);
    await developer.leave();
  });
});

describe.skipIf(CHROMIUM === undefined)('the billing page before Stripe', () => {
  let dashboard: Dashboard & Awaited<ReturnType<typeof startBilling>>;
  let stripe: StripeStub;
  beforeAll(async () => {
    stripe = await startStripe();
    const secrets = {
      STRIPE_SECRET_KEY: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_billing_test',
    };
    dashboard = await startBilling({ STRIPE_API_URL: stripe.url, ...secrets });
  });
  afterAll(async () => {
    await dashboard.stop();
    await stripe.stop();
  });

  it('goes to the payment page, pays once even after repeated attempts, and says on return what is known', async () => {
    const visitor = await dashboard.visitor({ as: dashboard.ann });
    const { page } = visitor;
    const checkout = 'https://checkout.stripe.com/c/pay/cs_test_1';
    await page.route(checkout, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Pay</title>' }));
    await visitor.visit('#/billing');
    await press(visitor, 'Buy credits');
    await page.getByLabel('Credits', { exact: true }).fill('200');
    stripe.answerWith((res) => res.writeHead(500).end());
    await press(visitor, 'Order');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    stripe.answerWith(null);
    await press(visitor, 'Order');
    await page.waitForURL(checkout);
    const [payment, ...others] = await dashboard.payments();
    expect(others).toEqual([]);

    // Stripe returns people here, whether they have paid or not.
    await page.goto(`${dashboard.gateway.baseUrl}/?payment=${payment.id}`);
    await page.getByText('Stripe has not confirmed this payment yet.').waitFor();
    await visitor.expectAccessible();
    await page.getByRole('button', { name: 'Pay: 200 credits' }).first().click();
    await page.waitForURL(checkout);
    await page.goBack();
    await page.getByText('Stripe has not confirmed this payment yet.').waitFor();
    const { records } = dashboard;
    const paid = await records.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
    await records.write((trx) => completePayment(trx, actor, paid));
    await press(visitor, 'Refresh');
    await page.getByText('Paid, thank you. The credits are available: 200').waitFor();
    await page.getByRole('region', { name: 'Credits to spend' }).getByText('200', { exact: true }).waitFor();
    await press(visitor, 'Dismiss');
    await expect.poll(() => page.url()).toMatch(/#\/billing$/);
    expect(await page.getByText('Paid, thank you.').count()).toBe(0);
    visitor.expectQuiet();
    await visitor.leave();
  });
});
