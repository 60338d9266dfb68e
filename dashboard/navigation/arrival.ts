import { hrefOf } from './router.ts';

/**
 * Takes out of the address what somebody came with: the payment that a payment provider sends back with leads to the
 * billing, `lang` is read by then. What stays is an address that can be kept.
 */
export function tidyAddress(): void {
  if (location.search === '') return;
  const payment = new URLSearchParams(location.search).get('payment');
  const place = payment === null ? location.hash : hrefOf(['billing'], { payment });
  history.replaceState(null, '', location.pathname + place);
}
