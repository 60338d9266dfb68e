import { expect, it } from 'vitest';
import { Secret } from '../../../plugins/sdk/environment/secret.ts';
import { startBlackHole } from '../../../test/support/black-hole.ts';
import type { PaymentRow } from '../../records/tables.ts';
import { ProviderFailed } from '../provider.ts';
import { Stripe } from './api.ts';

const KEY = 'sk_test_of_a_silent_stripe';
const payment: PaymentRow = {
  ...{ id: 'pay_1', client_id: 'cl_1', provider: 'stripe', reference: 'r', note: null, credits: 1, state: 'pending' },
  ...{ amount: 2, currency: 'EUR', checkout_url: null, intent: null, created_at: 0, paid_at: null },
};

it('a Stripe that is silent is given up in time, and the error does not show the key', async () => {
  const hole = await startBlackHole();
  try {
    const apiUrl = `http://127.0.0.1:${hole.port}`;
    const stripe = new Stripe({ secretKey: new Secret(KEY), apiUrl, baseUrl: 'https://api.example.com', patience: 50 });
    const error = await stripe.begin(payment).catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(ProviderFailed);
    expect(error).toMatchObject({ cause: { name: 'TimeoutError' } });
    expect(JSON.stringify(error) + String(error)).not.toContain(KEY);
  } finally {
    await hole.close();
  }
});
