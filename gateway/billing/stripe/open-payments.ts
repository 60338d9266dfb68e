import type { Config } from '../../configuration/config.ts';
import { manual, type PaymentProvider } from '../provider.ts';
import { Stripe } from './api.ts';

export type PaymentsConfig = Pick<
  Config,
  'PAYMENTS' | 'MANUAL_TOP_UPS' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'
>;

/** How credits are paid here. */
export interface Payments {
  readonly provider: PaymentProvider;
  /** Whose word is taken for what was paid; `null` where it is not by Stripe. */
  readonly stripe: Stripe | null;
}

/**
 * Payments go by Stripe where its secrets are set, unless `PAYMENTS` says otherwise: what was paid by it before is still
 * followed then.
 */
export function openPayments(config: PaymentsConfig, baseUrl: string): Payments {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_API_URL: apiUrl } = config;
  const byHand = manual(config.MANUAL_TOP_UPS);
  if (secretKey === null || webhookSecrets === null) return { provider: byHand, stripe: null };
  const stripe = new Stripe({ secretKey, webhookSecrets, apiUrl, baseUrl });
  return { provider: config.PAYMENTS === 'manual' ? byHand : stripe, stripe };
}
