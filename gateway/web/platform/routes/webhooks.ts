import { z } from 'zod';
import { enterEvent, readEvent } from '../../../billing/stripe/events.ts';
import { PlatformProblem } from '../platform-problem.ts';
import { publicRoute } from '../route.ts';

/**
 * Where Stripe tells of payments, refunds and disputes (https://docs.stripe.com/webhooks). Whatever else but 200 it is
 * answered, it sends the event again for some days. Nothing is there unless payments go by Stripe.
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

/** What payment providers tell. */
export const webhookRoutes = [stripeWebhook];
