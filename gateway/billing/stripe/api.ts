import { z } from 'zod';
import type { Secret } from '../../../plugins/sdk/environment/secret.ts';
import type { PaymentRow } from '../../records/tables.ts';
import { type Begun, type PaymentProvider, ProviderFailed } from '../provider.ts';

export interface StripeOptions {
  readonly secretKey: Secret;
  /** Where it answers. */
  readonly apiUrl: string;
  /** Milliseconds that an answer may take; default: 10 s. */
  readonly patience?: number;
  /** Base address of the installation: the browser comes back to it. */
  readonly baseUrl: string;
}

/** Longer nobody waits in front of a page. */
const PATIENCE_MS = 10_000;

const session = z.object({ id: z.string(), url: z.string() });
const intent = z.object({ metadata: z.record(z.string(), z.string()).default({}) });

/** Stripe's HTTP API (https://docs.stripe.com/api), as far as top-ups need it. */
export class Stripe implements PaymentProvider {
  readonly name = 'stripe';
  readonly needsPrice = true;
  readonly #options: StripeOptions;

  constructor(options: StripeOptions) {
    this.#options = options;
  }

  /** A page of Stripe's where it can be paid (https://docs.stripe.com/api/checkout/sessions/create). */
  async begin({ id, client_id, credits, amount, currency }: PaymentRow): Promise<Begun> {
    if (amount === null || currency === null) throw new ProviderFailed('a payment without a price');
    const { baseUrl } = this.#options;
    const form = new URLSearchParams({
      mode: 'payment',
      client_reference_id: client_id,
      'metadata[payment]': id,
      'payment_intent_data[metadata][payment]': id,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': currency.toLowerCase(),
      'line_items[0][price_data][unit_amount]': String(amount),
      'line_items[0][price_data][product_data][name]': `${credits} credits`,
      success_url: `${baseUrl}/?payment=${id}`,
      cancel_url: `${baseUrl}/?payment=${id}`,
    });
    const { url } = await this.#ask(session, '/v1/checkout/sessions', { form, once: id });
    return { url };
  }

  /** Which payment of ours an intent belongs to; `null` for none of ours. @throws ProviderFailed */
  async paymentOf(intentId: string): Promise<string | null> {
    const { metadata } = await this.#ask(intent, `/v1/payment_intents/${encodeURIComponent(intentId)}`);
    return metadata.payment ?? null;
  }

  async #ask<Answer>(
    schema: z.ZodType<Answer>,
    path: string,
    post?: { readonly form: URLSearchParams; readonly once: string },
  ): Promise<Answer> {
    const { secretKey, apiUrl, patience = PATIENCE_MS } = this.#options;
    const headers: Record<string, string> = { Authorization: `Bearer ${secretKey.reveal()}` };
    if (post) headers['Idempotency-Key'] = post.once;
    try {
      const signal = AbortSignal.timeout(patience);
      const request = post ? { method: 'POST', body: post.form } : {};
      const response = await fetch(apiUrl + path, { headers, signal, redirect: 'error', ...request });
      if (!response.ok) throw new ProviderFailed(`Stripe answered ${response.status}`);
      return schema.parse(await response.json());
    } catch (error) {
      if (error instanceof ProviderFailed) throw error;
      throw new ProviderFailed('Stripe gave no usable answer', { cause: error });
    }
  }
}
