import type { PaymentRow } from '../records/tables.ts';

/** A payment method for credits. */
export interface PaymentProvider {
  readonly name: 'manual' | 'stripe';
  /** Whether the client's plan must have a price per credit. */
  readonly needsPrice: boolean;
  /**
   * Begins a payment that is stored as pending. A second call for the same payment does not begin another one.
   *
   * @throws ProviderFailed
   */
  begin(payment: PaymentRow): Promise<Begun>;
}

/** The first result of a payment: a page where the client pays, immediate success, or waiting for a confirmation. */
export type Begun = { readonly url: string } | 'paid' | 'waits';

/** A payment provider did not respond, or not as documented. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}

/** Who confirms manual payments, such as by invoice or within a company: the operator, or no one. */
export type ManualRule = 'confirm' | 'at-once';

/** Payments made outside the system, such as bank transfers. */
export function manual(rule: ManualRule): PaymentProvider {
  return { name: 'manual', needsPrice: false, begin: async () => (rule === 'at-once' ? 'paid' : 'waits') };
}
