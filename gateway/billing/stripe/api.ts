import type { Stripe as Library } from 'stripe';
import { z } from 'zod';
import type { Secret } from '../../../plugins/sdk/environment/secret.ts';
import type { PaymentRow } from '../../records/tables.ts';
import { type Begun, type PaymentProvider, ProviderFailed } from '../provider.ts';
import { type LibraryOptions, openLibrary, providerFailed } from './library.ts';

export interface StripeOptions extends LibraryOptions {
  /** Those in use: two while one takes the place of the other. */
  readonly webhookSecrets: readonly Secret[];
  /** Base address of the installation: the browser comes back to it. */
  readonly baseUrl: string;
}

/** So old a signed event may be, in seconds: Stripe's own default. */
const TOLERANCE_S = 300;

const session = z.object({ url: z.string() });
const intent = z.object({ metadata: z.record(z.string(), z.string()).default({}) });

/** Stripe (https://docs.stripe.com/api) by its own library, as far as top-ups need it. */
export class Stripe implements PaymentProvider {
  readonly name = 'stripe';
  readonly needsPrice = true;
  readonly #options: StripeOptions;
  readonly #library: Promise<Library>;

  constructor(options: StripeOptions) {
    this.#options = options;
    this.#library = openLibrary(options);
  }

  /** A page of Stripe's where it can be paid (https://docs.stripe.com/api/checkout/sessions/create). */
  async begin({ id, client_id, credits, amount, currency }: PaymentRow): Promise<Begun> {
    if (amount === null || currency === null) throw new ProviderFailed('a payment without a price');
    const page = `${this.#options.baseUrl}/?payment=${id}`;
    const item = {
      currency: currency.toLowerCase(),
      unit_amount: amount,
      product_data: { name: `${credits} credits` },
    };
    const order: Library.Checkout.SessionCreateParams = {
      mode: 'payment',
      client_reference_id: client_id,
      metadata: { payment: id },
      payment_intent_data: { metadata: { payment: id } },
      line_items: [{ quantity: 1, price_data: item }],
      success_url: page,
      cancel_url: page,
    };
    return this.#ask(session, ({ checkout }) => checkout.sessions.create(order, { idempotencyKey: id }));
  }

  /** Which payment of ours an intent belongs to; `null` for none of ours. @throws ProviderFailed */
  async paymentOf(intentId: string): Promise<string | null> {
    const { metadata } = await this.#ask(intent, ({ paymentIntents }) => paymentIntents.retrieve(intentId));
    return metadata.payment ?? null;
  }

  /**
   * Whether an event was sent by Stripe, and lately (https://docs.stripe.com/webhooks#verify-official-libraries).
   *
   * @param body as it came, byte by byte
   * @param header `Stripe-Signature`
   * @param at when it came, in milliseconds since 1970
   */
  async hasSigned(body: Uint8Array, header: string | undefined, at: number): Promise<boolean> {
    const { signature } = (await this.#library).webhooks;
    return this.#options.webhookSecrets.some((secret) => {
      try {
        return signature?.verifyHeader(body, header ?? '', secret.reveal(), TOLERANCE_S, undefined, at) ?? false;
      } catch {
        return false;
      }
    });
  }

  async #ask<Answer>(
    schema: z.ZodType<Answer>,
    question: (library: Library) => Promise<Library.Response<unknown>>,
  ): Promise<Answer> {
    const library = await this.#library;
    try {
      const answer = await question(library);
      const { statusCode } = answer.lastResponse;
      // For the library every status is an answer whose body has no `error`.
      if (statusCode !== 200) throw new ProviderFailed(`Stripe answered ${statusCode}`);
      return schema.parse(answer);
    } catch (error) {
      throw providerFailed(library, error);
    }
  }
}
