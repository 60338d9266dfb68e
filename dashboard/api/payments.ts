import { call } from './client.ts';
import type { Money } from './money.ts';
import type { ListPage } from './use-pages.ts';

export type PaymentState = 'pending' | 'paid' | 'failed' | 'refunded' | 'disputed';

export interface Payment {
  readonly id: string;
  readonly state: PaymentState;
  readonly provider: string;
  readonly credits: number;
  readonly price: Money | null;
  readonly reference: string;
  readonly note: string | null;
  /** Address of the payment page. */
  readonly checkout_url: string | null;
  readonly created_at: string;
  readonly paid_at: string | null;
}

/** The newest first. */
export async function readPayments(cursor: string | null): Promise<ListPage<Payment>> {
  interface Answer {
    readonly payments: readonly Payment[];
    readonly next: string | null;
  }
  const { payments, next } = await call<Answer>('GET', 'payments', { query: { cursor } });
  return { items: payments, next };
}

export interface TopUp {
  /** As typed. */
  readonly credits: number | string;
  /** The same reference is the same order, so an interrupted call can be repeated. */
  readonly reference: string;
  readonly note?: string;
}

/** The state of an order. */
export type Ordered = Pick<Payment, 'id' | 'state' | 'credits' | 'checkout_url'>;

export function topUp(body: TopUp): Promise<Ordered> {
  return call('POST', 'top-ups', { body });
}
