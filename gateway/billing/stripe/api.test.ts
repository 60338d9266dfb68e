import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Secret } from '../../../plugins/sdk/environment/secret.ts';
import { startBlackHole } from '../../../test/support/black-hole.ts';
import { type StripeStub, startStripe } from '../../../test/support/stripe.ts';
import type { PaymentRow } from '../../records/tables.ts';
import { ProviderFailed } from '../provider.ts';
import { Stripe } from './api.ts';

const KEY = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
const payment: PaymentRow = {
  ...{ id: 'pay_1', client_id: 'cl_1', provider: 'stripe', reference: 'r', note: null, credits: 1, state: 'pending' },
  ...{ amount: 2, currency: 'EUR', checkout_url: null, intent: null, created_at: 0, paid_at: null },
};

let stub: StripeStub;
let stripe: Stripe;

beforeAll(async () => {
  stub = await startStripe();
  stripe = connect(stub.url);
});
afterAll(() => stub.stop());
beforeEach(() => stub.answerWith(null));

function connect(apiUrl: string, timeoutMs?: number): Stripe {
  const secrets = { secretKey: new Secret(KEY), webhookSecrets: [new Secret('whsec_test')] };
  const time = timeoutMs === undefined ? {} : { timeoutMs };
  return new Stripe({ ...secrets, ...time, apiUrl, baseUrl: 'https://api.example.com' });
}

/** Everything printable in an error, at any depth. */
const shown = (error: unknown) =>
  inspect(error, { depth: null, showHidden: true, getters: true }) + JSON.stringify(error);

async function failureOf(asked: Promise<unknown>): Promise<string> {
  const error: unknown = await asked.then(
    () => null,
    (failed: unknown) => failed,
  );
  if (!(error instanceof ProviderFailed)) throw new Error(`not a ProviderFailed: ${inspect(error)}`);
  expect(shown(error)).not.toContain(KEY);
  return error.message;
}

it('a request to Stripe has an API version and an idempotency key, and reveals nothing about this machine', async () => {
  await stripe.begin(payment);
  await stripe.begin(payment);
  for (const { headers } of stub.calls.slice(-2)) {
    expect(headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'idempotency-key': 'pay_1',
      'content-type': 'application/x-www-form-urlencoded',
      'stripe-version': expect.stringMatching(/^\d{4}-\d\d-\d\d\.\w+$/),
    });
    expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
    const about = JSON.parse(headers['x-stripe-client-user-agent']?.toString() ?? '');
    for (const name of ['platform', 'telemetry_id', 'application']) expect(about).not.toHaveProperty(name);
  }
});

it('an intent identifies its payment, if it has one', async () => {
  stub.addIntent('pi_1', 'pay_1');
  expect(await stripe.paymentOf('pi_1')).toBe('pay_1');
  expect(await stripe.paymentOf('pi_2')).toBeNull();
  expect(stub.calls.at(-1)).toMatchObject({ method: 'GET', path: '/v1/payment_intents/pi_2' });
});

const json = (status: number, body: unknown) => (res: ServerResponse) =>
  res.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': KEY }).end(JSON.stringify(body));
const said = { message: `no such key ${KEY}`, param: KEY, type: 'invalid_request_error' };

it.each<[string, (res: ServerResponse) => void, RegExp]>([
  ['rejects the key and repeats it', json(401, { error: said }), /^Stripe answered 401, no code$/],
  ['refuses', json(400, { error: { ...said, code: 'amount_too_small' } }), /^Stripe answered 400, amount_too_small$/],
  ['answers a server error', (res) => res.writeHead(500).end(`<html>${KEY}`), /500 without a JSON object$/],
  [
    'answers a server error with a session',
    json(500, { id: 'cs_1', url: 'https://pay.example' }),
    /^Stripe answered 500$/,
  ],
  ['answers without a session', json(200, { url: null, id: KEY }), /no usable answer$/],
  ['sends half of the answer', (res) => res.end(`{"id":"${KEY}`), /no usable answer/],
  ['answers a string', json(200, KEY), /200 without a JSON object$/],
  ['answers nothing', json(200, null), /200 without a JSON object$/],
  ['redirects', (res) => res.writeHead(307, { Location: '/v1/other' }).end(), /unexpected redirect$/],
  ['closes the connection', (res) => res.destroy(), /UND_ERR_SOCKET$/],
  ['does not speak HTTP', (res) => res.socket?.end(`HTTP/9.9 ${KEY}\r\n\r\n`), /HTTP\/1.1 protocol/],
])(
  'a Stripe that %s counts as failed, gets one request, and the error does not show the key',
  async (_what, answer, message) => {
    stub.answerWith(answer);
    const before = stub.calls.length;
    expect(await failureOf(stripe.begin(payment))).toMatch(message);
    expect(stub.calls.length - before).toBe(1);
  },
);

it('a silent, slow or unreachable Stripe times out', async () => {
  const hole = await startBlackHole();
  try {
    const silent = connect(`http://127.0.0.1:${hole.port}`, 50);
    expect(await failureOf(silent.begin(payment))).toMatch(/ETIMEDOUT$/);
  } finally {
    await hole.close();
  }
  const away = connect(`http://127.0.0.1:${hole.port}`);
  expect(await failureOf(away.paymentOf('pi_1'))).toMatch(/ECONNREFUSED$/);
  // A byte now and then does not extend the timeout.
  stub.answerWith((res) => {
    const drip = setInterval(() => res.write(' '), 20);
    res.once('close', () => clearInterval(drip));
  });
  expect(await failureOf(connect(stub.url, 100).begin(payment))).toMatch(/ETIMEDOUT$/);
});

it('does not show its key when it is printed', () => {
  expect(shown(stripe)).not.toContain(KEY);
});
