import { AccountError } from '../records/account-error.ts';
import type { Change, Records } from '../records/records.ts';
import type { PaymentRow } from '../records/tables.ts';
import type { Actor } from '../records/trail.ts';
import { completePayment, failPayment } from './payments.ts';

/** The operator has the money: the credits are entered. @throws AccountError `bad-value` unless it is one that waits */
export function confirmPayment(records: Records, actor: Actor, id: string): Promise<PaymentRow> {
  return decide(records, id, (trx, payment) => completePayment(trx, actor, payment));
}

/** The operator will not have the money. @throws AccountError `bad-value` unless it is one that waits */
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
      throw new AccountError('bad-value', `The payment ${id} is ${payment.state} already`);
    await decision(trx, payment);
    return read().executeTakeFirstOrThrow();
  });
}
