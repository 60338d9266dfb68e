import type { Payment } from '../../api/payments.ts';
import { Badge, type BadgeProps } from '../../components/badge.tsx';
import { nameOf } from '../../texts/texts.ts';

const TONES: Readonly<Record<string, NonNullable<BadgeProps['tone']>>> = {
  pending: 'warning',
  unpaid: 'warning',
  paid: 'good',
  failed: 'bad',
  disputed: 'bad',
};

export function PaymentState({ payment }: { readonly payment: Payment }) {
  const state = stateOf(payment);
  return <Badge tone={TONES[state] ?? 'neutral'}>{nameOf('paymentState', state)}</Badge>;
}

/** The state that the page shows. */
export function stateOf(payment: Payment): Payment['state'] | 'unpaid' {
  return isUnpaid(payment) ? 'unpaid' : payment.state;
}

/** It waits for payment by the user; other pending orders wait for the operator. */
export function isUnpaid({ state, provider }: Payment): boolean {
  return state === 'pending' && provider !== 'manual';
}
