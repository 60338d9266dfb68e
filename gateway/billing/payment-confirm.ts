import { AccountError } from '../records/account-error.ts';
import type { Change, Records } from '../records/records.ts';
import type { PaymentRow } from '../records/tables.ts';
import type { Actor } from '../records/trail.ts';
import { completePayment, failPayment } from './payments.ts';

/**
 * Confirms a manual payment after the operator has received the money, and enters its credits.
 *
 * @throws AccountError `bad-value` unless the payment is pending
 */
export function confirmPayment(records: Records, actor: Actor, id: string): Promise<PaymentRow> {
  return decide(records, id, (trx, payment) => completePayment(trx, actor, payment));
}

/** Rejects a manual payment. @throws AccountError `bad-value` unless the payment is pending */
export function rejectPayment(records: Records, actor: Actor, id: string): Promise<PaymentRow> {
  return decide(records, id, (trx, payment) => failPayment(trx, actor, payment));
}

function decide(
  records: Records,
  id: string,
  decision: (trx: Change, payment: PaymentRow) => Promise<void>,
): Promise<PaymentRow> {
  return records.write(async (trx) => {
    const read = () => trx.selectFrom('payments').selectAll().where('id', '=', id);
    const payment = await read().executeTakeFirst();
    if (payment?.provider !== 'manual') throw new AccountError('bad-value', `There is no manual payment "${id}"`);
    if (payment.state !== 'pending')
      throw new AccountError('bad-value', `The payment ${id} is already ${payment.state}`);
    await decision(trx, payment);
    return read().executeTakeFirstOrThrow();
  });
}
