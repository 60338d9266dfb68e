import { call, downloadAddress } from './client.ts';
import type { Money } from './money.ts';
import type { Burst, Mode } from './plans.ts';
import type { ListPage } from './use-pages.ts';

/** The current month of the account, with the limits in force: the plan's, or individual ones. */
export interface Billing {
  readonly plan: string;
  /** UTC month, such as 2026-11. */
  readonly month: string;
  /** Units a month; `null` is unlimited. */
  readonly quota: number | null;
  readonly burst: Burst | null;
  readonly mode: Mode;
  /** Most units a month, even if quota and credits are left. */
  readonly ceiling: number | null;
  readonly used: number;
  readonly included: number;
  /** Units beyond the quota. */
  readonly overage: number;
  readonly remaining: number | null;
  /** Units at the end of the month at the present rate; `null` while the rate is unknown. */
  readonly forecast: number | null;
  /** Credits: sum of the ledger. */
  readonly balance: number;
  /** Credits that calls can still take. */
  readonly spendable: number;
  /** The figures contain every call that was counted before. ISO 8601. */
  readonly as_of: string;
}

export function readBilling(): Promise<Billing> {
  return call('GET', 'billing');
}

/** The account's hard stop in units a month; `null` if there is no stop. */
export interface HardStop {
  /** The account's own stop. */
  readonly own: number | null;
  /** The stop in force: the lower of the account's and the plan's. */
  readonly ceiling: number | null;
}

export function readHardStop(): Promise<HardStop> {
  return call('GET', 'hard-stop');
}

/** @param ceiling as typed; `null` removes the stop */
export function setHardStop(ceiling: number | string | null): Promise<HardStop> {
  return call('PUT', 'hard-stop', { body: { ceiling } });
}

/** `settlement`: credits that calls have taken. `adjustment`: a correction, such as a charge-back. */
export type EntryKind = 'top_up' | 'settlement' | 'adjustment';

export interface StatementEntry {
  readonly at: string;
  readonly kind: EntryKind;
  /** Whole credits, negative for a deduction. */
  readonly credits: number;
  readonly source: string;
  readonly note: string | null;
  readonly paid: Money | null;
}

/** Units of a statement: `credits` of them took a credit each. */
interface UnitsPaid {
  readonly included: number;
  readonly overage: number;
  readonly credits: number;
}

/** The statement of one month, with a page of its entries. */
export interface Statement extends ListPage<StatementEntry> {
  readonly month: string;
  /** Whether the statement is final. */
  readonly closed: boolean;
  readonly opening_balance: number;
  readonly closing_balance: number;
  readonly usage: UnitsPaid;
  /** The part of `usage` that belongs to earlier months, which were closed when it was counted. */
  readonly adjustments: readonly (UnitsPaid & { readonly month: string })[];
  /** `null` once the statement is final. */
  readonly as_of: string | null;
}

/** @param month UTC, such as 2026-11 */
export async function readStatement(month: string, cursor: string | null): Promise<Statement> {
  interface Answer extends Omit<Statement, 'items'> {
    readonly entries: readonly StatementEntry[];
  }
  const { entries, ...rest } = await call<Answer>('GET', `statements/${month}`, { query: { cursor } });
  return { ...rest, items: entries };
}

/** The address of the CSV version. */
export function statementFile(month: string): string {
  return downloadAddress(`statements/${month}/csv`);
}
