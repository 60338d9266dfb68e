import type { PaymentRow } from '../records/tables.ts';

/** A way to pay for credits. */
export interface PaymentProvider {
  readonly name: 'manual' | 'stripe';
  /** Whether credits can only be bought on a plan that has a price. */
  readonly needsPrice: boolean;
  /**
   * Begins a payment that is entered as pending; called again for the same payment it begins no second one.
   *
   * @throws ProviderFailed
   */
  begin(payment: PaymentRow): Promise<Begun>;
}

/** What becomes of a payment first: it is to be paid at an address, it is as good as paid, or somebody has to confirm it. */
export type Begun = { readonly url: string } | 'paid' | 'waits';

/** A payment provider did not answer, or not as it should. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}

/** Whose word is taken for what is paid by invoice or within one company: the operator's, or that of whoever orders. */
export type ManualRule = 'confirm' | 'at-once';

/** Payments that no program knows of. */
export function manual(rule: ManualRule): PaymentProvider {
  return { name: 'manual', needsPrice: false, begin: async () => (rule === 'at-once' ? 'paid' : 'waits') };
}
