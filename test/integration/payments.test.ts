import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import { createUser } from '../../gateway/accounts/users/user-create.ts';
import { runCommandLine } from '../../gateway/cli/run.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { type StripeStub, startStripe } from '../support/stripe.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const KEY = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
const SECRET = 'whsec_of_the_payments_test';
const AT = Date.UTC(2026, 10, 21, 12);

const plans = join(temporaryFolder('plans'), 'plans.json');
const figures = { burst: null, mode: 'credits' };
writeFileSync(
  plans,
  JSON.stringify({
    sold: { quota: 0, ...figures, price: { amount: 2, currency: 'EUR' } },
    given: { quota: 0, ...figures },
  }),
);

let clients = 0;

/** A client with a key that calls, and a key of a finance user. */
async function newCustomer(gateway: TestGateway, records: Records, plan = 'sold') {
  clients += 1;
  const actor = { name: 'test', at: AT, address: null };
  const client = { name: `Client ${clients}`, plan, admin: { name: 'Ann', email: null } };
  const { clientId } = await createClient(records, actor, client);
  const settings = { name: 'k', environment: 'live', expiresAt: null, calculators: null, cap: null } as const;
  const { text: key } = await createKey(records, actor, { clientId, userId: null, ...settings });
  const finance = { clientId, name: 'Fay', role: 'finance', email: null, language: 'en' } as const;
  const { key: pays } = await createUser(records, actor, async () => undefined, finance);
  const money = { 'X-API-Key': pays.text };
  return {
    clientId,
    call: async () => (await gateway.get(TDEE, { 'X-API-Key': key })).status,
    becomes: (status: number) =>
      waitUntil(`${status}`, async () => {
        const answer = await gateway.get(TDEE, { 'X-API-Key': key });
        return answer.status === status ? true : undefined;
      }),
    async topUp(body: object) {
      const answer = await gateway.post('/platform/v1/top-ups', body, money);
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    },
    async payments(query = '') {
      return JSON.parse(await (await gateway.get(`/platform/v1/payments${query}`, money)).text());
    },
    balance: async () => JSON.parse(await (await gateway.get('/platform/v1/billing', money)).text()).balance,
  };
}
type Customer = Awaited<ReturnType<typeof newCustomer>>;

describe('by Stripe', () => {
  let now = AT;
  let stripe: StripeStub;
  let gateway: TestGateway;
  let records: Records;
  let customer: Customer;

  beforeAll(async () => {
    stripe = await startStripe();
    const secrets = { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: stripe.url };
    gateway = await startTestGateway({ PLANS_FILE: plans, ...secrets }, () => now);
    records = await openRecords({ dataDir: gateway.dataDir });
  });
  afterAll(async () => {
    await records.close();
    await gateway.stop();
    await stripe.stop();
  });
  beforeEach(async () => {
    stripe.answerWith(null);
    customer = await newCustomer(gateway, records);
  });

  let events = 0;
  function enqueueMail(type: string, object: object, signed = {}) {
    events += 1;
    return send(JSON.stringify({ id: `evt_${events}`, object: 'event', type, data: { object } }), signed);
  }
  async function send(payload: string, { at = now, secret = SECRET } = {}) {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at / 1_000 });
    const answer = await gateway.post('/platform/v1/webhooks/stripe', payload, { 'Stripe-Signature': signature });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  }
  const session = (payment: string, more = {}) => ({
    id: `cs_${payment}`,
    payment_status: 'paid',
    amount_total: 2_000,
    currency: 'eur',
    payment_intent: `pi_${payment}`,
    metadata: { payment },
    ...more,
  });
  async function paid(credits = 1_000) {
    const { body } = await customer.topUp({ credits, reference: 'r' });
    await enqueueMail('checkout.session.completed', session(body.id, { amount_total: credits * 2 }));
    return body.id;
  }

  it('a top-up is a checkout session at the price of the plan, and its credits arrive when Stripe confirms it', async () => {
    expect(await customer.call()).toBe(429);
    const ordered = await customer.topUp({ credits: 1_000, reference: 'june' });
    expect(ordered).toMatchObject({
      status: 200,
      body: { state: 'pending', price: { amount: 2_000, currency: 'EUR' }, balance: 0 },
    });
    expect(ordered.body.checkout_url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    const { id } = ordered.body;
    expect(stripe.calls.at(-1)).toMatchObject({
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: { authorization: `Bearer ${KEY}`, 'idempotency-key': id },
      form: {
        mode: 'payment',
        client_reference_id: customer.clientId,
        'metadata[payment]': id,
        'payment_intent_data[metadata][payment]': id,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][unit_amount]': '2000',
        'line_items[0][price_data][product_data][name]': '1000 credits',
      },
    });
    expect(await customer.call()).toBe(429);
    expect(await enqueueMail('checkout.session.completed', session(id))).toMatchObject({ status: 200 });
    expect(await enqueueMail('checkout.session.completed', session(id))).toMatchObject({ status: 200 });
    await customer.becomes(200);
    expect(await customer.payments()).toMatchObject({
      payments: [{ id, state: 'paid', reference: 'june', checkout_url: null, paid_at: new Date(now).toISOString() }],
      next: null,
    });
    expect(await customer.balance()).toBe(1_000);
  });

  it('a chargeback takes the credits back, even below zero, and calls are 429 until it is won', async () => {
    const id = await paid();
    await customer.becomes(200);
    const dispute = { id: `dp_${id}`, amount: 2_000, payment_intent: `pi_${id}` };
    await enqueueMail('charge.dispute.funds_withdrawn', dispute);
    await enqueueMail('charge.dispute.funds_withdrawn', dispute);
    await customer.becomes(429);
    expect(await customer.balance()).toBe(0);
    expect((await customer.payments()).payments).toMatchObject([{ id, state: 'disputed' }]);
    await enqueueMail('charge.dispute.funds_reinstated', dispute);
    await customer.becomes(200);
    await enqueueMail('charge.dispute.funds_withdrawn', dispute);
    expect((await customer.payments()).payments).toMatchObject([{ id, state: 'paid' }]);
  });

  it('a refund takes its share, rounded to whole credits, whichever event comes first', async () => {
    const { body } = await customer.topUp({ credits: 3, reference: 'r' });
    stripe.addIntent(`pi_${body.id}`, body.id);
    // 2 of 6 cents bought one of three credits; 1 cent more is half a credit, rounded up.
    await enqueueMail('charge.refunded', { amount: 6, amount_refunded: 3, payment_intent: `pi_${body.id}` });
    expect(await customer.balance()).toBe(-2);
    await enqueueMail('checkout.session.completed', session(body.id, { amount_total: 6 }));
    await enqueueMail('charge.refunded', { amount: 6, amount_refunded: 2, payment_intent: `pi_${body.id}` });
    expect(await customer.balance()).toBe(1);
    expect((await customer.payments()).payments).toMatchObject([{ state: 'paid' }]);
    await enqueueMail('charge.refunded', { amount: 6, amount_refunded: 6, payment_intent: `pi_${body.id}` });
    expect(await customer.balance()).toBe(0);
    expect((await customer.payments()).payments).toMatchObject([{ state: 'refunded' }]);
  });

  it('an expired or unpaid checkout fails, and a paid one stays paid', async () => {
    const { body } = await customer.topUp({ credits: 1, reference: 'r' });
    await enqueueMail('checkout.session.expired', session(body.id, { payment_status: 'unpaid' }));
    expect((await customer.payments('?state=failed')).payments).toMatchObject([{ id: body.id, checkout_url: null }]);
    await enqueueMail('checkout.session.async_payment_succeeded', session(body.id, { amount_total: 2 }));
    await enqueueMail('checkout.session.async_payment_failed', session(body.id));
    expect((await customer.payments()).payments).toMatchObject([{ id: body.id, state: 'paid' }]);
    expect(await customer.balance()).toBe(1);
  });

  it.each([
    ['another secret', { secret: 'whsec_guessed' }],
    ['a time six minutes ago', { at: AT - 360_000 }],
  ])('an event signed with %s is refused and books nothing', async (_what, how) => {
    const { body } = await customer.topUp({ credits: 1_000, reference: 'r' });
    const { status, body: problem } = await enqueueMail('checkout.session.completed', session(body.id), how);
    expect([status, problem.code]).toEqual([403, 'signature-not-valid']);
    expect(await customer.balance()).toBe(0);
  });

  it('an unsigned event is not even read', async () => {
    expect(await send('{"id":', { secret: 'whsec_guessed' })).toMatchObject({ body: { code: 'signature-not-valid' } });
    expect(await send('{"id":')).toMatchObject({ status: 400, body: { code: 'malformed-json' } });
  });

  it('an event with an id longer than Stripe’s is 400, and the gateway does not ask Stripe about it', async () => {
    const asked = stripe.calls.length;
    const charge = { amount: 2, amount_refunded: 1, payment_intent: `pi_${'x'.repeat(300)}` };
    expect(await enqueueMail('charge.refunded', charge)).toMatchObject({
      status: 400,
      body: { code: 'malformed-json' },
    });
    expect(stripe.calls.length).toBe(asked);
  });

  it.each<[string, Parameters<StripeStub['answerWith']>[0]]>([
    ['refuses', (res) => res.writeHead(402).end('{"error":{"message":"your card"}}')],
    ['is broken', (res) => res.writeHead(500).end('<html>')],
    ['answers what is no session', (res) => res.end('{"id":"cs_1"}')],
    ['breaks off', (res) => res.destroy()],
    ['sends elsewhere', (res) => res.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
  ])('a Stripe that %s gives a 502 that loses nothing: the repeated top-up continues', async (_what, answer) => {
    stripe.answerWith(answer);
    const failed = await customer.topUp({ credits: 5, reference: 'r' });
    expect(failed).toMatchObject({ status: 502, body: { code: 'payment-provider-failed' } });
    const first = stripe.calls.at(-1)?.headers['idempotency-key'];
    stripe.answerWith(null);
    const again = await customer.topUp({ credits: 5, reference: 'r' });
    expect(again).toMatchObject({ status: 200, body: { id: first, begun: false, state: 'pending' } });
    expect(stripe.calls.at(-1)?.headers['idempotency-key']).toBe(first);
    expect((await customer.payments()).payments).toHaveLength(1);
  });

  it('a plan without a price sells nothing', async () => {
    const given = await newCustomer(gateway, records, 'given');
    const answer = await given.topUp({ credits: 5, reference: 'r' });
    expect(answer).toMatchObject({ status: 409, body: { reason: 'not-for-sale' } });
  });

  it('payments are listed page by page, each client’s only to itself', async () => {
    const other = await newCustomer(gateway, records);
    for (const reference of ['a', 'b', 'c', 'd', 'e']) {
      // Two payments at the same moment: the cursor distinguishes them.
      if (reference !== 'c') now += 1;
      await customer.topUp({ credits: 1, reference });
    }
    await other.topUp({ credits: 1, reference: 'theirs' });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await customer.payments(`?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.payments.map((one: { reference: string }) => one.reference));
      cursor = page.next;
    }
    expect(seen.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect([seen[0], seen[1], seen[4]]).toEqual(['e', 'd', 'a']);
    expect((await other.payments()).payments).toMatchObject([{ reference: 'theirs' }]);
  });

  it('the secrets appear in no log after any failure', () => {
    expect(gateway.logged()).toContain('Stripe answered 402');
    for (const secret of [KEY, SECRET]) expect(gateway.logged()).not.toContain(secret);
  });
});

describe('by hand', () => {
  async function withGateway(
    env: Record<string, string>,
    test: (gateway: TestGateway, records: Records) => Promise<void>,
  ) {
    const gateway = await startTestGateway({ PLANS_FILE: plans, ...env }, () => AT);
    const records = await openRecords({ dataDir: gateway.dataDir });
    try {
      await test(gateway, records);
    } finally {
      await records.close();
      await gateway.stop();
    }
  }
  async function cli(dataDir: string, ...args: string[]) {
    const lines: string[] = [];
    const code = await runCommandLine({
      args: [...args, '--json'],
      open: () => openRecords({ dataDir }),
      calculators: async () => new Set(),
      now: () => AT,
      write: async (text) => void lines.push(text),
      complain: (text) => lines.push(JSON.stringify({ complaint: text })),
    });
    return { code, ...JSON.parse(lines.join('')) };
  }

  it('a top-up waits until the operator confirms it once, and a rejected one gives nothing', async () => {
    await withGateway({}, async (gateway, records) => {
      const customer = await newCustomer(gateway, records, 'given');
      const { body: wanted } = await customer.topUp({ credits: 5, reference: 'invoice 1', note: 'by Fay' });
      expect(wanted).toMatchObject({ state: 'pending', price: null, checkout_url: null, balance: 0 });
      expect((await customer.topUp({ credits: 5, reference: 'invoice 1' })).body).toMatchObject({ state: 'pending' });
      const { body: unwanted } = await customer.topUp({ credits: 9, reference: 'invoice 2' });
      expect(await customer.call()).toBe(429);

      const waiting = await cli(gateway.dataDir, 'payment', 'list', '--state', 'pending');
      expect(waiting.payments.map(({ id }: { id: string }) => id).toSorted()).toEqual(
        [wanted.id, unwanted.id].toSorted(),
      );
      expect(await cli(gateway.dataDir, 'payment', 'confirm', wanted.id)).toMatchObject({ code: 0, balance: 5 });
      expect(await cli(gateway.dataDir, 'payment', 'reject', unwanted.id)).toMatchObject({
        payment: { state: 'failed' },
      });
      for (const [what, id] of [
        ['confirm', wanted.id],
        ['reject', wanted.id],
        ['confirm', unwanted.id],
        ['confirm', 'pay_x'],
      ]) {
        expect(await cli(gateway.dataDir, 'payment', what ?? '', id ?? '')).toMatchObject({ code: 1 });
      }
      await customer.becomes(200);
      expect(await customer.balance()).toBe(5);
      const { entries } = await records.db
        .selectFrom('audit')
        .where('client_id', '=', customer.clientId)
        .where('record_kind', 'in', ['payment', 'ledger'])
        .select(['actor', 'action'])
        .orderBy('id')
        .execute()
        .then((rows) => ({ entries: rows.map(({ actor, action }) => `${action} ${actor.slice(0, 3)}`) }));
      expect(entries).toEqual(['payment.begin us_', 'payment.begin us_', 'ledger.top_up cli', 'payment.fail cli']);
      expect((await customer.payments('?state=paid')).payments).toMatchObject([{ note: 'by Fay' }]);
    });
  });

  it('with MANUAL_TOP_UPS=at-once the credits arrive at once, and once per reference', async () => {
    await withGateway({ MANUAL_TOP_UPS: 'at-once' }, async (gateway, records) => {
      const customer = await newCustomer(gateway, records);
      const body = { credits: 5, reference: 'invoice 1' };
      expect((await customer.topUp(body)).body).toMatchObject({ state: 'paid', begun: true, balance: 5 });
      expect((await customer.topUp(body)).body).toMatchObject({ state: 'paid', begun: false, balance: 5 });
      await customer.becomes(200);
    });
  });

  it('the webhook of Stripe does not exist', async () => {
    await withGateway({}, async (gateway) => {
      expect((await gateway.post('/platform/v1/webhooks/stripe', '{}')).status).toBe(404);
    });
  });
});
