/** What happens to a unit beyond the quota: refuse it, take a credit for it, or bill it later. */
export type OverageMode = 'block' | 'credits' | 'soft';

/** `q` tokens, spread evenly over `w` seconds (GCRA). */
export interface BurstPolicy {
  readonly q: number;
  readonly w: number;
}

/** Percent of a month's units that a plan lets through while the store is away, if it does not say otherwise. */
export const OUTAGE_PERCENT = 1;

/** The limits of one client, stored beside its counters. The greater `version` wins. */
export interface Limits {
  readonly version: number;
  /** Included units a month; `null` is unlimited. */
  readonly quota: number | null;
  /** `null` is unlimited. */
  readonly burst: BurstPolicy | null;
  readonly mode: OverageMode;
  /** Credits granted so far: the sum of all ledger entries except settlements. May fall after a chargeback. */
  readonly granted: number;
  /** Most units a month in any mode; `null` is unlimited. */
  readonly ceiling: number | null;
  /**
   * Percent of the month's units that the processes of one `DATA_DIR` may let through while the store is away; absent:
   * {@link OUTAGE_PERCENT}. The store does not keep it.
   */
  readonly outagePercent?: number;
}
