import { type ListOrder, type Page, type PageRequest, readPage } from '../records/page.ts';
import type { Reader } from '../records/records.ts';
import type { PaymentRow } from '../records/tables.ts';

/** Restricts the payments by client and state; an absent member does not restrict them. */
export interface PaymentFilter {
  readonly clientId?: string;
  readonly state?: PaymentRow['state'];
}

const NEWEST_FIRST: ListOrder<PaymentRow> = {
  direction: 'desc',
  by: [
    { column: 'created_at', kind: 'number', of: ({ created_at }) => created_at },
    { column: 'id', kind: 'text', of: ({ id }) => id },
  ],
};

/** Lists payments, newest first. @throws AccountError `bad-value` for a malformed cursor */
export function listPayments(
  db: Reader,
  { clientId, state }: PaymentFilter,
  request: PageRequest,
): Promise<Page<PaymentRow>> {
  const payments = db
    .selectFrom('payments')
    .selectAll()
    .$if(clientId !== undefined, (all) => all.where('client_id', '=', clientId ?? ''))
    .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'pending'));
  return readPage(payments, NEWEST_FIRST, request);
}
