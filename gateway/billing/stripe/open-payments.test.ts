import { expect, it, vi } from 'vitest';
import { readConfig } from '../../configuration/config.ts';
import { openPayments } from './open-payments.ts';

const loaded = vi.hoisted(() => vi.fn());
vi.mock('stripe', (original) => {
  loaded();
  return original();
});

it('Stripe’s library is loaded only if payments use Stripe', async () => {
  openPayments(readConfig({}), 'https://api.example.com');
  // A turn of the event loop, in which an import would begin.
  await new Promise(setImmediate);
  expect(loaded).not.toHaveBeenCalled();
  const secrets = { STRIPE_SECRET_KEY: 'sk_test_123456789', STRIPE_WEBHOOK_SECRET: 'whsec_123456789' };
  openPayments(readConfig(secrets), 'https://api.example.com');
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce());
});
