import type { StatusClass, UsageName, UsageRow } from '../contract.ts';
import type { NamedRows } from './named-rows.ts';

/** Calculator name of calls that no calculator answered. They are free, so they are counted per key only. */
export const NO_CALCULATOR = '';

/** Stands for all calculators or keys without a row of their own. No key or calculator has this name. */
export const OTHERS = '*';

/**
 * Most usage rows of a client and day by key and calculator (README.md, invariant 10). Calls that need another one are
 * counted per key.
 */
export const DETAILED_ROWS = 2_000;

/** Most usage rows of a client and day, except one per status for all later keys. */
export const MOST_ROWS = 4_000;

/** The calculator that a call counts under. */
export function calculatorOf(calculator: string, status: StatusClass): string {
  return status === '2xx' || status === '5xx' || status === 'returned' ? calculator : NO_CALCULATOR;
}

/** The calculator of a key's overflow row. */
export function otherCalculators(calculator: string): string {
  return calculator === NO_CALCULATOR ? NO_CALCULATOR : OTHERS;
}

/** A copy of the row of a day that counts calls of a name; `undefined` if none exists. */
export function rowOf(
  rows: NamedRows<UsageRow> | undefined,
  { day, key, calculator, status }: UsageName,
): UsageRow | undefined {
  const counted = calculatorOf(calculator, status);
  const others = otherCalculators(counted);
  const row =
    rows?.find(day, key, counted, status) ??
    rows?.find(day, key, others, status) ??
    rows?.find(day, OTHERS, others, status);
  return row && { ...row };
}
