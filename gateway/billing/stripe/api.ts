import type { Stripe as Library } from 'stripe';
import { z } from 'zod';
import type { Secret } from '../../../plugins/sdk/environment/secret.ts';
import type { PaymentRow } from '../../records/tables.ts';
import { type Begun, type PaymentProvider, ProviderFailed } from '../provider.ts';
import { type LibraryOptions, openLibrary, providerFailed } from './library.ts';

export interface StripeOptions extends LibraryOptions {
  /** Valid webhook secrets: two during a rotation. */
  readonly webhookSecrets: readonly Secret[];
  /** Base URL of the installation; the browser returns to it. */
  readonly baseUrl: string;
}

/** Maximum age of a signed event in seconds: Stripe's default. */
const TOLERANCE_S = 300;

const session = z.object({ url: z.string() });
const intent = z.object({ metadata: z.record(z.string(), z.string()).default({}) });

/** Top-ups through Stripe (https://docs.stripe.com/api) with its official library. */
export class Stripe implements PaymentProvider {
  readonly name = 'stripe';
  readonly needsPrice = true;
  readonly #options: StripeOptions;
  readonly #library: Promise<Library>;

  constructor(options: StripeOptions) {
    this.#options = options;
    this.#library = openLibrary(options);
  }

  /** Creates a Stripe Checkout page for a payment (https://docs.stripe.com/api/checkout/sessions/create). */
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
    return this.#request(session, ({ checkout }) => checkout.sessions.create(order, { idempotencyKey: id }));
  }

  /** The id of our payment that a payment intent belongs to; `null` if it is not ours. @throws ProviderFailed */
  async paymentOf(intentId: string): Promise<string | null> {
    const { metadata } = await this.#request(intent, ({ paymentIntents }) => paymentIntents.retrieve(intentId));
    return metadata.payment ?? null;
  }

  /**
   * Whether Stripe signed an event, and recently (https://docs.stripe.com/webhooks#verify-official-libraries).
   *
   * @param body the raw request body, byte by byte
   * @param header `Stripe-Signature`
   * @param at time of arrival, in milliseconds since 1970
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

  async #request<Answer>(
    schema: z.ZodType<Answer>,
    send: (library: Library) => Promise<Library.Response<unknown>>,
  ): Promise<Answer> {
    const library = await this.#library;
    try {
      const answer = await send(library);
      const { statusCode } = answer.lastResponse;
      // The library accepts any status whose body has no `error`.
      if (statusCode !== 200) throw new ProviderFailed(`Stripe answered ${statusCode}`);
      return schema.parse(answer);
    } catch (error) {
      throw providerFailed(library, error);
    }
  }
}
