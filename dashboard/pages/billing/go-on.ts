import type { Ordered } from '../../api/payments.ts';
import { tell } from '../../components/told.tsx';
import { t } from '../../texts/texts.ts';

/** Continues after an order: opens the payment page, or announces the state of the order. */
export function goOn({ state, credits, checkout_url }: Ordered): void {
  if (state === 'pending' && checkout_url !== null) location.assign(checkout_url);
  else if (state === 'paid') tell(t('buy.paid', { n: credits }));
  else tell(t('buy.waits', { n: credits }));
}
