import type { Reader } from '../records/records.ts';
import type { PaymentRow } from '../records/tables.ts';

/** Which payments: of one client, in one state, or of all. */
export interface PaymentFilter {
  readonly clientId?: string;
  readonly state?: PaymentRow['state'];
}

export interface PaymentPage {
  readonly payments: readonly PaymentRow[];
  /** Where the next page begins; `null` after the last. */
  readonly next: string | null;
}

/** How a cursor is written: time and id of the last payment of a page. */
export const PAYMENT_CURSOR = /^\d{1,16}\.pay_[0-9A-Za-z]{22}$/;

/** Payments, the newest first. */
export async function listPayments(
  db: Reader,
  { clientId, state }: PaymentFilter,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<PaymentPage> {
  const [at = '', id = ''] = cursor?.split('.') ?? [];
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .$if(clientId !== undefined, (all) => all.where('client_id', '=', clientId ?? ''))
    .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'pending'))
    .$if(cursor !== null, (all) =>
      all.where((eb) =>
        eb.or([eb('created_at', '<', Number(at)), eb.and([eb('created_at', '=', Number(at)), eb('id', '<', id)])]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = payments.slice(0, limit);
  const last = page.at(-1);
  const more = payments.length > limit && last !== undefined;
  return { payments: page, next: more ? `${last.created_at}.${last.id}` : null };
}
