import type { StatusClass, UsageName, UsageRow } from '../contract.ts';
import { usageId } from './state.ts';

/** Calculator of the calls that none has answered. They are free, so they are counted per key alone. */
export const NO_CALCULATOR = '';

/** Stands for all calculators, or all keys, that have no row of their own any more. No key and no calculator is named so. */
export const OTHERS = '*';

/** Usage rows of a client and day by key and calculator. Calls that would need a further one are counted per key. */
export const DETAILED_ROWS = 2_000;

/** All usage rows of a client and day but the last ones: one a status, for the keys that come later still. */
export const MOST_ROWS = 4_000;

/** The calculator under which a call is counted. */
export function calculatorOf(calculator: string, status: StatusClass): string {
  return status === '2xx' || status === '5xx' || status === 'returned' ? calculator : NO_CALCULATOR;
}

/** The calculator of the row that counts what a key has no room for. */
export function otherCalculators(calculator: string): string {
  return calculator === NO_CALCULATOR ? NO_CALCULATOR : OTHERS;
}

/** The row of a day that the calls of a name are counted on; `undefined` where there are none. */
export function rowOf(
  rows: ReadonlyMap<string, UsageRow> | undefined,
  { key, calculator, status }: Omit<UsageName, 'day'>,
): UsageRow | undefined {
  const counted = calculatorOf(calculator, status);
  const others = otherCalculators(counted);
  return (
    rows?.get(usageId(key, counted, status)) ??
    rows?.get(usageId(key, others, status)) ??
    rows?.get(usageId(OTHERS, others, status))
  );
}
