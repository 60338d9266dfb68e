import { requireClient } from '../accounts/find-client.ts';
import { type Price, requirePlan } from '../accounts/plans/plans.ts';
import { AccountError } from '../records/account-error.ts';
import type { Change, Reader, Records } from '../records/records.ts';
import type { PaymentRow } from '../records/tables.ts';
import { type Actor, recordAudit } from '../records/trail.ts';
import { newId } from '../values/record-id.ts';
import { postEntry } from './ledger.ts';
import type { PaymentProvider } from './provider.ts';

/** An order of credits by a user of a client. */
export interface TopUp {
  readonly clientId: string;
  readonly credits: number;
  /** Chosen by the client: the same reference is the same payment. */
  readonly reference: string;
  readonly note: string | null;
  /** Digests of the idempotency key and of the order; `null` without a key. */
  readonly once?: { readonly key: string; readonly print: string } | null;
}

/** The state of a top-up. */
export interface TopUpState {
  readonly payment: PaymentRow;
  /** False if a payment with this reference and these credits already existed. */
  readonly begun: boolean;
}

/**
 * Begins a purchase of credits through the configured provider.
 *
 * An order with an idempotency key is repeated for a day: it gets the payment of the first one.
 *
 * @throws AccountError `unknown-client`, `bad-value`, `source-taken`, `idempotency-key-reused`, `too-many-payments`,
 *   `not-for-sale`
 * @throws ProviderFailed if the provider does not respond properly; repeating the order resumes it
 */
export async function beginTopUp(
  records: Records,
  actor: Actor,
  provider: PaymentProvider,
  topUp: TopUp,
): Promise<TopUpState> {
  const { payment, begun } = await records.write(async (trx) => {
    const repeated = await repeatedPayment(trx, actor, topUp);
    if (repeated !== undefined) return { payment: repeated, begun: false };
    const entered = await enterPayment(trx, actor, provider, topUp);
    await rememberKey(trx, actor, topUp, entered.payment);
    return entered;
  });
  // An order with another provider must be completed there: this provider does not know it.
  const resumes = payment.state === 'pending' && payment.checkout_url === null && payment.provider === provider.name;
  if (!resumes) return { payment, begun };
  const first = await provider.begin(payment);
  if (first === 'paid') await records.write((trx) => completePayment(trx, actor, payment));
  else if (first !== 'waits') {
    await records.db.updateTable('payments').set({ checkout_url: first.url }).where('id', '=', payment.id).execute();
  }
  return { payment: await paymentOf(records.db, payment.id), begun };
}

/** Milliseconds that an idempotency key is remembered. */
export const KEY_MS = 86_400_000;

/** The payment of an earlier order with the same idempotency key. @throws AccountError `idempotency-key-reused` */
async function repeatedPayment(trx: Change, { at }: Actor, { clientId, once }: TopUp): Promise<PaymentRow | undefined> {
  if (!once) return undefined;
  const found = await trx
    .selectFrom('idempotency_keys')
    .select(['print', 'payment_id'])
    .where('client_id', '=', clientId)
    .where('key', '=', once.key)
    .where('at', '>', at - KEY_MS)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  if (found.print !== once.print) {
    throw new AccountError('idempotency-key-reused', 'The idempotency key belongs to another order');
  }
  return paymentOf(trx, found.payment_id);
}

async function rememberKey(trx: Change, { at }: Actor, { clientId, once }: TopUp, { id }: PaymentRow): Promise<void> {
  if (!once) return;
  const row = { print: once.print, payment_id: id, at };
  await trx
    .insertInto('idempotency_keys')
    .values({ client_id: clientId, key: once.key, ...row })
    // A key of more than a day ago.
    .onConflict((conflict) => conflict.columns(['client_id', 'key']).doUpdateSet(row))
    .execute();
}

async function enterPayment(
  trx: Change,
  actor: Actor,
  { name, needsPrice }: PaymentProvider,
  { clientId, credits, reference, note }: TopUp,
): Promise<TopUpState> {
  if (!Number.isSafeInteger(credits) || credits <= 0) {
    throw new AccountError('bad-value', 'A top-up must be a positive whole number of credits', 'credits');
  }
  const client = await requireClient(trx, clientId);
  const known = await trx
    .selectFrom('payments')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (known !== undefined) {
    if (known.credits !== credits) {
      throw new AccountError('source-taken', `The reference "${reference}" belongs to another payment`);
    }
    return { payment: known, begun: false };
  }
  await requireFewPending(trx, clientId);
  const price = (await requirePlan(trx, client.plan)).price;
  if (needsPrice && price === null) {
    throw new AccountError('not-for-sale', `The plan ${client.plan} does not sell credits: contact the operator`);
  }
  const payment: PaymentRow = {
    id: newId('pay'),
    client_id: clientId,
    provider: name,
    reference,
    note,
    credits,
    ...costOf(credits, price),
    state: 'pending',
    checkout_url: null,
    intent: null,
    created_at: actor.at,
    paid_at: null,
  };
  await trx.insertInto('payments').values(payment).execute();
  await recordAudit(trx, actor, {
    client: clientId,
    action: 'payment.begin',
    record: { kind: 'payment', id: payment.id },
    after: { provider: name, credits, reference, amount: payment.amount, currency: payment.currency },
  });
  return { payment, begun: true };
}

/** Pending payments per client; beyond this number they are unpaid rows, not orders. */
export const MOST_PENDING = 50;

/** @throws AccountError `too-many-payments` */
async function requireFewPending(trx: Change, clientId: string): Promise<void> {
  const pending = trx
    .selectFrom('payments')
    .select('id')
    .where('client_id', '=', clientId)
    .where('state', '=', 'pending');
  if ((await pending.limit(MOST_PENDING).execute()).length < MOST_PENDING) return;
  throw new AccountError(
    'too-many-payments',
    `${clientId} has ${MOST_PENDING} pending payments: pay or cancel one first`,
  );
}

function costOf(credits: number, price: Price | null): Pick<PaymentRow, 'amount' | 'currency'> {
  if (price === null) return { amount: null, currency: null };
  const amount = credits * price.amount;
  if (!Number.isSafeInteger(amount))
    throw new AccountError('bad-value', 'The price of these credits is too large', 'credits');
  return { amount, currency: price.currency };
}

/** Enters the credits of a completed payment once, however often it is reported. */
export async function completePayment(
  trx: Change,
  actor: Actor,
  { id, client_id: clientId, provider, credits, note }: PaymentRow,
): Promise<void> {
  await postEntry(trx, actor, { clientId, kind: 'top_up', credits, source: `${provider}:${id}`, note });
  await trx
    .updateTable('payments')
    .set((eb) => ({
      // A refund or dispute that was reported first keeps its state.
      state: eb
        .case()
        .when('state', 'in', ['pending', 'failed'])
        .then('paid' as const)
        .else(eb.ref('state'))
        .end(),
      paid_at: eb.fn.coalesce('paid_at', eb.val(actor.at)),
    }))
    .where('id', '=', id)
    .execute();
}

/** Marks a pending payment as failed. A payment in any other state stays as it is. */
export async function failPayment(trx: Change, actor: Actor, { id, client_id }: PaymentRow): Promise<void> {
  if (!(await setPaymentState(trx, id, 'pending', 'failed'))) return;
  await recordAudit(trx, actor, { client: client_id, action: 'payment.fail', record: { kind: 'payment', id } });
}

/** @returns false, without a change, if the payment was not in the state `from` */
export async function setPaymentState(
  trx: Change,
  id: string,
  from: PaymentRow['state'],
  to: PaymentRow['state'],
): Promise<boolean> {
  const own = trx.updateTable('payments').set({ state: to }).where('id', '=', id);
  const { numUpdatedRows } = await own.where('state', '=', from).executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function paymentOf(db: Reader, id: string): Promise<PaymentRow> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
