import { z } from 'zod';
import { BILLING_ROLES } from '../../../accounts/role-access.ts';
import { balanceOf } from '../../../billing/ledger.ts';
import { listPayments } from '../../../billing/payment-list.ts';
import { beginTopUp } from '../../../billing/payments.ts';
import type { PaymentRow } from '../../../records/tables.ts';
import { isoTime } from '../../../values/instant.ts';
import { isoTimeOrNull, paging, text } from '../fields.ts';
import { withIdempotencyKey } from '../idempotency.ts';
import { route } from '../route.ts';

const state = z.enum(['pending', 'paid', 'failed', 'refunded', 'disputed']);
const price = z.object({ amount: z.int(), currency: z.string() }).nullable();

const topUp = route({
  name: 'topUp',
  group: 'billing',
  method: 'POST',
  path: '/platform/v1/top-ups',
  access: BILLING_ROLES,
  takesIdempotencyKey: true,
  body: z
    .strictObject({
      credits: z.int().min(1).max(1_000_000_000),
      reference: text(100),
      note: text(500).exactOptional(),
    })
    .meta({ example: { credits: 1_000, reference: 'invoice 2026-17' } }),
  status: 200,
  answer: z.object({
    id: z.string(),
    state,
    /** False if the reference was already used for the same number of credits: no new payment was begun. */
    begun: z.boolean(),
    credits: z.int(),
    price,
    checkout_url: z.string().nullable(),
    balance: z.int(),
  }),
  problems: [
    'conflict',
    'idempotency-key-not-valid',
    'idempotency-key-in-use',
    'idempotency-key-reused',
    'payment-provider-failed',
  ],
  async handle({ records, payments: { provider }, idempotency, header, actor, caller: { clientId }, body }) {
    const { credits, reference, note = null } = body;
    const { payment, begun } = await withIdempotencyKey({ idempotency, header, clientId, body }, (once) =>
      beginTopUp(records, actor, provider, { clientId, credits, reference, note, once }),
    );
    const { id, state, checkout_url } = payment;
    const balance = await balanceOf(records.db, clientId);
    return { body: { id, state, begun, credits, price: priceOf(payment), checkout_url, balance } };
  },
});

const payment = z.object({
  id: z.string(),
  state,
  provider: z.string(),
  credits: z.int(),
  price,
  reference: z.string(),
  note: z.string().nullable(),
  checkout_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
});

const list = route({
  name: 'listPayments',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/payments',
  access: BILLING_ROLES,
  query: z.strictObject({ state: state.exactOptional(), ...paging }),
  status: 200,
  answer: z.object({ payments: z.array(payment), next: z.string().nullable() }),
  async handle({ records, caller: { clientId }, query: { limit, cursor = null, ...filter } }) {
    const { items, next } = await listPayments(records.db, { clientId, ...filter }, { limit, cursor });
    return { body: { payments: items.map(bodyOf), next } };
  },
});

function bodyOf(row: PaymentRow): z.output<typeof payment> {
  const { id, state, provider, credits, reference, note, checkout_url } = row;
  return {
    ...{ id, state, provider, credits, price: priceOf(row), reference, note },
    checkout_url: state === 'pending' ? checkout_url : null,
    created_at: isoTime(row.created_at),
    paid_at: isoTimeOrNull(row.paid_at),
  };
}

function priceOf({ amount, currency }: PaymentRow): z.output<typeof price> {
  return amount === null || currency === null ? null : { amount, currency };
}

/** Payments for credits. */
export const paymentRoutes = [topUp, list];
