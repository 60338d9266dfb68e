import { z } from 'zod';
import { enterEvent, readEvent } from '../../../billing/stripe/events.ts';
import { PlatformProblem } from '../platform-problem.ts';
import { publicRoute } from '../route.ts';

/**
 * Receives events of Stripe about payments, refunds and disputes (https://docs.stripe.com/webhooks). Stripe repeats an
 * event for some days until the answer is 200. Without Stripe as the payment provider, the answer is 404.
 */
const stripeWebhook = publicRoute({
  name: 'stripeWebhook',
  group: 'billing',
  method: 'POST',
  path: '/platform/v1/webhooks/stripe',
  rawBody: z
    .object({ id: z.string(), type: z.string(), data: z.object({ object: z.record(z.string(), z.unknown()) }) })
    .meta({ example: { id: 'evt_1', type: 'checkout.session.completed', data: { object: {} } } }),
  status: 200,
  answer: z.object({ outcome: z.enum(['entered', 'not-ours', 'not-paid', 'amount-differs']) }),
  problems: ['not-found', 'signature-not-valid', 'malformed-json', 'payment-provider-failed'],
  async handle({ records, payments: { stripe }, at, address, bytes, header }) {
    if (stripe === null) throw new PlatformProblem('not-found');
    if (!(await stripe.hasSigned(bytes, header('stripe-signature'), at))) {
      throw new PlatformProblem('signature-not-valid', { detail: 'detail_stripe' });
    }
    const event = readEvent(bytes);
    if (event === null) throw new PlatformProblem('malformed-json');
    return { body: { outcome: await enterEvent(records, { name: 'stripe', at, address }, stripe, event) } };
  },
});

/** Events of payment providers. */
export const webhookRoutes = [stripeWebhook];
