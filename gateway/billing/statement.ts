import { sql } from 'kysely';
import { requireClient } from '../accounts/find-client.ts';
import type { Price } from '../accounts/plans/plans.ts';
import type { UnitBreakdown } from '../quota/contract.ts';
import { addUnits, NO_UNITS } from '../quota/model/affordability.ts';
import { everyPage, type ListOrder, mapPage, type Page, type PageRequest, readPage } from '../records/page.ts';
import type { Reader } from '../records/records.ts';
import type { LedgerRow } from '../records/tables.ts';
import { monthUsage } from '../usage/report.ts';
import { monthEnd, monthStart, nextMonth } from '../values/calendar.ts';
import { csvLine } from '../values/csv.ts';
import { isoTime } from '../values/instant.ts';
import { lastClosed } from './closed-months.ts';

/** One line of a statement. */
export interface StatementEntry {
  /** Time of the entry, in milliseconds since 1970. */
  readonly at: number;
  readonly kind: LedgerRow['kind'];
  readonly credits: number;
  readonly source: string;
  readonly note: string | null;
  /** The price paid, in the currency's smallest unit; `null` if no payment is known. */
  readonly paid: Price | null;
}

/** A statement without its entries. Credits are whole; `opening` plus all entries is `closing`. */
interface StatementFrame {
  readonly month: string;
  /** True once the month is settled: the statement is final, and late counts appear in a later one. */
  readonly closed: boolean;
  readonly opening: number;
  readonly closing: number;
  /**
   * Units of the month as checkpointed, plus units of earlier months that were counted late, in this month. `credits`
   * of these units were paid with credits; in an open month those credits are not settled yet.
   */
  readonly usage: UnitBreakdown;
  /** The part of `usage` that belongs to earlier months, which were closed when it was counted. Oldest first. */
  readonly adjustments: readonly Adjustment[];
}

/** Units of an earlier month in the statement of a later one. */
export interface Adjustment extends UnitBreakdown {
  /** The month of the calls. */
  readonly month: string;
}

/** A client's statement for one UTC month, with one page of its entries. */
export interface Statement extends StatementFrame {
  readonly entries: Page<StatementEntry>;
}

/**
 * Reads the statement of a month. A settlement belongs to the month that it settles, whenever it is written; every
 * other entry belongs to the month in which it is entered. The statement of a closed month therefore never changes.
 *
 * @throws AccountError `unknown-client`, and `bad-value` for a malformed cursor
 */
export async function readStatement(
  db: Reader,
  clientId: string,
  month: string,
  request: PageRequest,
): Promise<Statement> {
  await requireClient(db, clientId);
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (trx) => ({
    ...(await readFrame(trx, clientId, month)),
    entries: await readEntries(trx, clientId, month, request),
  }));
}

async function readFrame(db: Reader, clientId: string, month: string): Promise<StatementFrame> {
  const balance = (end: string) =>
    sql<number>`cast(coalesce(sum(case when ${belongsBefore(end)} then credits else 0 end), 0) as bigint)`;
  const { opening, closing } = await entriesOf(db, clientId)
    .select([balance(month).as('opening'), balance(nextMonth(month)).as('closing')])
    .executeTakeFirstOrThrow();
  const last = await lastClosed(db);
  const closed = last !== null && month <= last;
  const adjustments = await adjustmentsIn(db, clientId, month);
  const usage = adjustments.reduce<UnitBreakdown>(addUnits, await ownUnits(db, clientId, month, closed));
  return { month, closed, opening, closing, usage, adjustments };
}

interface EntryRow extends Omit<StatementEntry, 'paid'> {
  readonly id: string;
  readonly amount: number | null;
  readonly currency: string | null;
}

const OLDEST_FIRST: ListOrder<EntryRow> = {
  direction: 'asc',
  by: [
    { column: 'ledger.at', kind: 'number', of: ({ at }) => at },
    { column: 'ledger.id', kind: 'text', of: ({ id }) => id },
  ],
};

async function readEntries(
  db: Reader,
  clientId: string,
  month: string,
  request: PageRequest,
): Promise<Page<StatementEntry>> {
  const entries = entriesOf(db, clientId)
    .where((eb) => eb.and([eb.not(belongsBefore(month)), belongsBefore(nextMonth(month))]))
    .leftJoin('payments', (join) => join.on(sql<boolean>`ledger.source = payments.provider || ':' || payments.id`))
    .select(['ledger.id', 'ledger.at', 'ledger.kind', 'ledger.credits', 'ledger.source', 'ledger.note'])
    .select(['amount', 'currency']);
  return mapPage(await readPage(entries, OLDEST_FIRST, request), ({ id: _, amount, currency, ...entry }) => ({
    ...entry,
    paid: amount === null || currency === null ? null : { amount, currency },
  }));
}

/** The month's own units. While the month is open, they are still growing and come from the checkpoints. */
async function ownUnits(db: Reader, clientId: string, month: string, closed: boolean): Promise<UnitBreakdown> {
  if (!closed) {
    const { included, overage, credits } = await monthUsage(db, clientId, month);
    return { included, overage, credits };
  }
  const stated = await statedIn(db, clientId, month).where('month', '=', month).executeTakeFirst();
  return stated ?? NO_UNITS;
}

function adjustmentsIn(db: Reader, clientId: string, month: string): Promise<Adjustment[]> {
  return statedIn(db, clientId, month).where('month', '<>', month).select('month').orderBy('month').execute();
}

/** The units that settlements have assigned to a month's statement, by the month of their calls. */
function statedIn(db: Reader, clientId: string, month: string) {
  return db
    .selectFrom('stated_units')
    .where('client_id', '=', clientId)
    .where('stated_in', '=', month)
    .select(['included', 'overage', 'credits']);
}

function entriesOf(db: Reader, clientId: string) {
  return db.selectFrom('ledger').where('ledger.client_id', '=', clientId);
}

/**
 * An entry `settlement:<client>:<month>` belongs to the month in its source, every other entry to the month of its
 * time.
 */
function belongsBefore(month: string) {
  const settled = sql`ledger.kind = 'settlement' and ledger.source like 'settlement:%'`;
  return sql<boolean>`case when ${settled}
    then substr(ledger.source, length(ledger.source) - 6) < ${month}
    else ledger.at < ${monthStart(month)} end`;
}

const ROWS_AT_ONCE = 500;

/**
 * Yields a statement as CSV: opening balance, entries, closing balance, each with the running balance, then the units
 * of the month, and those of each earlier month among them.
 *
 * @throws AccountError `unknown-client`
 */
export async function* statementCsv(db: Reader, clientId: string, month: string): AsyncGenerator<string> {
  await requireClient(db, clientId);
  const { opening, usage, adjustments } = await readFrame(db, clientId, month);
  const edge = (at: number, kind: string, credits: number) => csvLine([isoTime(at), kind, '', '', '', credits, '', '']);
  const units = (kind: string, count: number) => csvLine(['', kind, month, '', count, '', '', '']);
  yield csvLine(['time', 'kind', 'reference', 'note', 'quantity', 'balance', 'amount', 'currency']);
  yield edge(monthStart(month), 'opening_balance', opening);
  let balance = opening;
  const lineOf = ({ at, kind, credits, source, note, paid }: StatementEntry) => {
    balance += credits;
    const money = [paid?.amount ?? '', paid?.currency ?? ''];
    return csvLine([isoTime(at), kind, source, note ?? '', credits, balance, ...money]);
  };
  const pages = everyPage((cursor) => readEntries(db, clientId, month, { limit: ROWS_AT_ONCE, cursor }));
  for await (const entries of pages) yield entries.map(lineOf).join('');
  yield edge(monthEnd(month), 'closing_balance', balance);
  yield units('units_included', usage.included);
  yield units('units_overage', usage.overage);
  yield units('units_paid_with_credits', usage.credits);
  for (const { month: of, included, overage } of adjustments) {
    yield csvLine(['', 'units_counted_late', of, '', included + overage, '', '', '']);
  }
}
