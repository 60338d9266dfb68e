import { z } from 'zod';
import type { Change, Records } from '../../records/records.ts';
import type { PaymentRow } from '../../records/tables.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { postEntry } from '../ledger.ts';
import { completePayment, failPayment, setPaymentState } from '../payments.ts';
import type { Stripe } from './api.ts';

const text = z.string();
/** Maximum length of Stripe's ids (https://docs.stripe.com/upgrades); a longer id would not fit into a URL. */
const id = z.string().max(255);
const count = z.int();

const session = z.object({
  payment_status: text,
  amount_total: count.nullable(),
  currency: text.nullable(),
  payment_intent: id.nullable(),
  metadata: z.record(text, text).nullable(),
});
const charge = z.object({ amount: count, amount_refunded: count, payment_intent: id.nullable() });
const dispute = z.object({ id, amount: count, payment_intent: id.nullable() });

/**
 * The parts of an event that we read (https://docs.stripe.com/api/events/types). For other event types only the type is
 * read.
 */
const event = z.union([
  z.object({
    type: z.enum(['checkout.session.completed', 'checkout.session.async_payment_succeeded']),
    data: z.object({ object: session }),
  }),
  z.object({
    type: z.enum(['checkout.session.async_payment_failed', 'checkout.session.expired']),
    data: z.object({ object: session.pick({ metadata: true }) }),
  }),
  z.object({ type: z.literal('charge.refunded'), data: z.object({ object: charge }) }),
  z.object({
    type: z.enum(['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated']),
    data: z.object({ object: dispute }),
  }),
  z.object({
    type: text.regex(
      /^(?!checkout\.session\.(completed|async_payment_|expired)|charge\.refunded|charge\.dispute\.funds_)/,
    ),
  }),
]);
export type StripeEvent = z.output<typeof event>;

/** @returns `null` unless the body is an event as Stripe documents it */
export function readEvent(body: Uint8Array): StripeEvent | null {
  try {
    return event.parse(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch {
    return null;
  }
}

/**
 * Applies a Stripe event. Events arrive repeatedly and in any order. Each event carries complete totals (a payment, the
 * sum of its refunds, a dispute), so it is applied once and only its new part is entered. Events for a deleted client
 * are applied too, because the payment did happen.
 *
 * @returns the outcome, for the log
 * @throws ProviderFailed if Stripe must be queried and does not respond: Stripe should deliver the event again
 */
export async function enterEvent(
  records: Records,
  actor: Actor,
  stripe: Pick<Stripe, 'paymentOf'>,
  stripeEvent: StripeEvent,
): Promise<'entered' | 'not-ours' | 'not-paid' | 'amount-differs'> {
  if (!('data' in stripeEvent)) return 'not-ours';
  switch (stripeEvent.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { payment_status, payment_intent, amount_total, currency, metadata } = stripeEvent.data.object;
      const payment = await findPayment(records, metadata?.payment ?? null);
      if (payment === null) return 'not-ours';
      if (payment_status !== 'paid') return 'not-paid';
      const asked = amount_total === payment.amount && currency?.toUpperCase() === payment.currency;
      if (!asked) {
        await records.write((trx) => auditDifference(trx, actor, payment, { amount: amount_total, currency }));
        return 'amount-differs';
      }
      return change(records, async (trx) => {
        await trx.updateTable('payments').set({ intent: payment_intent }).where('id', '=', payment.id).execute();
        await completePayment(trx, actor, payment);
      });
    }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const payment = await findPayment(records, stripeEvent.data.object.metadata?.payment ?? null);
      if (payment === null) return 'not-ours';
      return change(records, (trx) => failPayment(trx, actor, payment));
    }
    case 'charge.refunded': {
      const { amount, amount_refunded, payment_intent } = stripeEvent.data.object;
      const payment = await paymentOfIntent(records, stripe, payment_intent);
      if (payment === null) return 'not-ours';
      return change(records, (trx) => refund(trx, actor, payment, { amount, refunded: amount_refunded }));
    }
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { id, amount, payment_intent } = stripeEvent.data.object;
      const payment = await paymentOfIntent(records, stripe, payment_intent);
      if (payment === null) return 'not-ours';
      const won = stripeEvent.type === 'charge.dispute.funds_reinstated';
      return change(records, (trx) => chargeBack(trx, actor, payment, { id, amount, won }));
    }
  }
}

/** The paid amount differs from the order: the audit log shows it for people to resolve. */
function auditDifference(
  trx: Change,
  actor: Actor,
  { id, client_id, amount, currency }: PaymentRow,
  paid: object,
): Promise<void> {
  return recordAudit(trx, actor, {
    client: client_id,
    action: 'payment.differs',
    record: { kind: 'payment', id },
    before: { amount, currency },
    after: paid,
  });
}

/** Only the largest total of refunds counts: an older event that arrives late adds nothing. */
async function refund(
  trx: Change,
  actor: Actor,
  payment: PaymentRow,
  { amount, refunded }: { readonly amount: number; readonly refunded: number },
): Promise<void> {
  const source = `stripe:refund:${payment.id}:`;
  const entries = await trx
    .selectFrom('ledger')
    .where('client_id', '=', payment.client_id)
    .where('source', 'like', `${source}%`)
    .select('credits')
    .execute();
  const taken = entries.reduce((sum, { credits }) => sum - credits, 0);
  const credits = share(payment.credits, refunded, amount);
  if (credits <= taken) return;
  await adjust(trx, actor, payment, taken - credits, source + refunded, 'refunded');
  if (refunded >= amount) {
    await trx.updateTable('payments').set({ state: 'refunded' }).where('id', '=', payment.id).execute();
  }
}

/**
 * A dispute takes its share of the credits back at once, even below zero. A won dispute returns them, whichever event
 * arrives first.
 */
async function chargeBack(
  trx: Change,
  actor: Actor,
  payment: PaymentRow,
  { id, amount, won }: { readonly id: string; readonly amount: number; readonly won: boolean },
): Promise<void> {
  const credits = share(payment.credits, amount, payment.amount ?? amount);
  const first = await adjust(trx, actor, payment, -credits, `stripe:dispute:${id}`, 'charged back');
  if (first) await trx.updateTable('payments').set({ state: 'disputed' }).where('id', '=', payment.id).execute();
  if (!won) return;
  await adjust(trx, actor, payment, credits, `stripe:dispute:${id}:won`, 'charge-back withdrawn');
  await setPaymentState(trx, payment.id, 'disputed', 'paid');
}

/** @returns false if the entry already exists or has no credits */
async function adjust(
  trx: Change,
  actor: Actor,
  { client_id: clientId, id }: PaymentRow,
  credits: number,
  source: string,
  what: string,
): Promise<boolean> {
  if (credits === 0) return false;
  const entry = { clientId, kind: 'adjustment', credits, source, note: `${what}: ${id}` } as const;
  return (await postEntry(trx, actor, entry)).entered;
}

/** The credits bought by part of an amount, never more than all of them. */
function share(credits: number, part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(credits, Math.round((credits * part) / whole));
}

async function findPayment({ db }: Records, id: string | null): Promise<PaymentRow | null> {
  if (id === null) return null;
  const found = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('provider', '=', 'stripe')
    .executeTakeFirst();
  return found ?? null;
}

/** A refund or dispute may arrive before the payment itself: then Stripe is asked whose it is. */
async function paymentOfIntent(
  records: Records,
  stripe: Pick<Stripe, 'paymentOf'>,
  intent: string | null,
): Promise<PaymentRow | null> {
  if (intent === null) return null;
  const known = await records.db.selectFrom('payments').selectAll().where('intent', '=', intent).executeTakeFirst();
  return known ?? findPayment(records, await stripe.paymentOf(intent));
}

async function change(records: Records, enter: (trx: Change) => Promise<void>): Promise<'entered'> {
  await records.write(enter);
  return 'entered';
}
