import { sql } from 'kysely';
import { requireClient } from '../accounts/find-client.ts';
import type { Price } from '../accounts/plans.ts';
import { csvLine } from '../csv.ts';
import { isoTime } from '../instant.ts';
import { monthEnd, monthStart } from '../quota/calendar.ts';
import type { Split } from '../quota/contract.ts';
import type { Reader } from '../records/records.ts';
import type { LedgerRow } from '../records/tables.ts';
import { monthUsage } from '../usage/report.ts';
import { lastClosed } from './settlement.ts';

/** One line of a statement. */
export interface StatementEntry {
  /** When it was entered, in milliseconds since 1970. */
  readonly at: number;
  readonly kind: LedgerRow['kind'];
  readonly credits: number;
  readonly source: string;
  readonly note: string | null;
  /** What was paid for it, in the currency's smallest unit; `null` where no money is known of. */
  readonly paid: Price | null;
}

/** A client's account of one UTC month. Credits are whole; `opening` plus all entries is `closing`. */
export interface Statement {
  readonly month: string;
  /** The month is settled and this is final: what is counted later stands in a later statement. */
  readonly closed: boolean;
  readonly opening: number;
  readonly entries: readonly StatementEntry[];
  readonly closing: number;
  /**
   * Units of the month, as far as they are folded, and of earlier months those that were counted only in this one.
   * `credits` of them have taken a credit: of an open month they are not settled yet.
   */
  readonly usage: Split;
}

/**
 * The statement of a month. A settlement belongs to the month that it settles, whenever it is written; every other entry
 * belongs to the month in which it is entered, so that the statement of a closed month never changes.
 *
 * @throws AccountError `unknown-client`
 */
export async function readStatement(db: Reader, clientId: string, month: string): Promise<Statement> {
  await requireClient(db, clientId);
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (trx) => {
    const before = await entriesOf(trx, clientId)
      .where(belongsBefore(month))
      .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('ledger.credits'), eb.val(0)), 'bigint').as('opening'))
      .executeTakeFirstOrThrow();
    const rows = await entriesOf(trx, clientId)
      .where((eb) => eb.and([eb.not(belongsBefore(month)), belongsBefore(nextMonth(month))]))
      .leftJoin('payments', (join) => join.on(sql<boolean>`ledger.source = payments.provider || ':' || payments.id`))
      .select(['ledger.at', 'ledger.kind', 'ledger.credits', 'ledger.source', 'ledger.note', 'amount', 'currency'])
      .orderBy('ledger.at')
      .orderBy('ledger.id')
      .execute();
    const last = await lastClosed(trx);
    const closed = last !== null && month <= last;
    const usage = await statedUnits(trx, clientId, month, closed);
    const entries = rows.map(({ amount, currency, ...entry }) => ({
      ...entry,
      paid: amount === null || currency === null ? null : { amount, currency },
    }));
    const { opening } = before;
    const closing = entries.reduce((sum, entry) => sum + entry.credits, opening);
    return { month, closed, opening, entries, closing, usage };
  });
}

/** What a settlement has stated in a month. In one that is open the month's own units go on growing. */
async function statedUnits(trx: Reader, clientId: string, month: string, closed: boolean): Promise<Split> {
  const sum = (part: keyof Split) => sql<number>`cast(coalesce(sum(${sql.ref(part)}), 0) as bigint)`.as(part);
  const stated = await trx
    .selectFrom('stated_units')
    .where('client_id', '=', clientId)
    .where('stated_in', '=', month)
    .$if(!closed, (all) => all.where('month', '<>', month))
    .select([sum('included'), sum('overage'), sum('credits')])
    .executeTakeFirstOrThrow();
  if (closed) return stated;
  const own = await monthUsage(trx, clientId, month);
  return {
    included: own.included + stated.included,
    overage: own.overage + stated.overage,
    credits: own.credits + stated.credits,
  };
}

function entriesOf(db: Reader, clientId: string) {
  return db.selectFrom('ledger').where('ledger.client_id', '=', clientId);
}

/** `settlement:<client>:<month>` names its month; every other entry is of its time. */
function belongsBefore(month: string) {
  const settled = sql`ledger.kind = 'settlement' and ledger.source like 'settlement:%'`;
  return sql<boolean>`case when ${settled}
    then substr(ledger.source, length(ledger.source) - 6) < ${month}
    else ledger.at < ${monthStart(month)} end`;
}

function nextMonth(month: string): string {
  return new Date(monthEnd(month)).toISOString().slice(0, 7);
}

/** A statement as CSV: opening, entries, closing with the running balance, then the units of the month. */
export function statementCsv({ month, opening, entries, closing, usage }: Statement): string {
  let balance = opening;
  const lines = entries.map(({ at, kind, credits, source, note, paid }) => {
    balance += credits;
    const money = [paid?.amount ?? '', paid?.currency ?? ''];
    return csvLine([isoTime(at), kind, source, note ?? '', credits, balance, ...money]);
  });
  const edge = (at: number, kind: string, credits: number) => csvLine([isoTime(at), kind, '', '', '', credits, '', '']);
  const units = (kind: string, count: number) => csvLine(['', kind, month, '', count, '', '', '']);
  return [
    csvLine(['time', 'kind', 'reference', 'note', 'quantity', 'balance', 'amount', 'currency']),
    edge(monthStart(month), 'opening_balance', opening),
    ...lines,
    edge(monthEnd(month), 'closing_balance', closing),
    units('units_included', usage.included),
    units('units_overage', usage.overage),
    units('units_paid_with_credits', usage.credits),
  ].join('');
}
