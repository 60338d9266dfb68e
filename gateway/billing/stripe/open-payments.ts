import type { Config } from '../../configuration/config.ts';
import { manual, type PaymentProvider } from '../provider.ts';
import { Stripe } from './api.ts';

export type PaymentsConfig = Pick<
  Config,
  'PAYMENTS' | 'MANUAL_TOP_UPS' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'
>;

/** How this installation accepts payments for credits. */
export interface Payments {
  readonly provider: PaymentProvider;
  /** Verifies Stripe's events; `null` if Stripe is not configured. */
  readonly stripe: Stripe | null;
}

/**
 * Payments use Stripe if its secrets are set, unless `PAYMENTS` is `manual`; events for earlier Stripe payments are
 * still processed then.
 */
export function openPayments(config: PaymentsConfig, baseUrl: string): Payments {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_API_URL: apiUrl } = config;
  const manualProvider = manual(config.MANUAL_TOP_UPS);
  if (secretKey === null || webhookSecrets === null) return { provider: manualProvider, stripe: null };
  const stripe = new Stripe({ secretKey, webhookSecrets, apiUrl, baseUrl });
  return { provider: config.PAYMENTS === 'manual' ? manualProvider : stripe, stripe };
}
