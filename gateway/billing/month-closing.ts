import type { Records } from '../records/records.ts';
import { monthEnd, monthOf, monthStart, nextMonth, previousMonth } from '../values/calendar.ts';
import { lastClosed } from './closed-months.ts';
import { IdleMonths } from './idle-months.ts';
import { settleMonths } from './settlement.ts';

/**
 * Delay between the end of a month and its closing: clocks differ, and calls from its last second may still be running.
 */
const CLOSES_AFTER_MS = 15 * 60 * 1_000;

export interface MonthClosingOptions {
  readonly records: Records;
  /** Writes the counters of these clients for this month to the checkpoint, or throws. */
  checkpoint(clients: readonly string[], month: string): Promise<void>;
  /** Whether the counts of a month have not changed for a while. Asked at every run for every month that is over. */
  isIdle(month: string): Promise<boolean>;
}

/**
 * Closes the months that are over and idle: checkpoints the counters of all clients, so that nothing is missing, and
 * settles what was used. Late counts are settled by the next run, however old their month is. A second run, or one on
 * another machine, changes nothing.
 *
 * @param now the time that all clocks agree has come
 */
export async function closeMonths(options: MonthClosingOptions, now: number): Promise<void> {
  const { records, checkpoint, isIdle } = options;
  const actor = { name: 'settlement', at: now, address: null };
  let closing = true;
  for (const month of await monthsOver(records, now)) {
    // Looked at from its end on, and also while an earlier month is still open.
    const idle = await isIdle(month);
    closing &&= idle && now >= monthEnd(month) + CLOSES_AFTER_MS;
    if (!closing) continue;
    await checkpoint(await clientsOf(records, month), month);
    // The checkpoint may have found calls of a killed process: others may follow.
    closing = await isIdle(month);
    if (!closing) continue;
    // Closed last: a process killed before this leaves the month open, and settling it again writes nothing twice.
    await settleMonths(records, actor, month);
    await close(records, month, now);
  }
  const closed = await lastClosed(records.db);
  if (closed !== null) await settleMonths(records, actor, closed);
}

/**
 * A write, so that it is serialized with settlements: everything a settlement adds to the month is committed before the
 * month's statement becomes final.
 */
function close(records: Records, month: string, now: number): Promise<unknown> {
  return records.write((trx) =>
    trx
      .insertInto('closed_months')
      .values({ month, closed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** How often to check for months that can be closed or that have late counts. */
const CHECK_EVERY_MS = 60_000;

/** How often to look whether a check is due. */
const TICK_MS = 1_000;

export interface ClosingClocks {
  /** The clock of the counter store, in milliseconds since 1970. */
  storeTime(): number;
  /** The clock of the database, in milliseconds since 1970. */
  databaseTime(): Promise<number>;
  /** Milliseconds of a clock that is never set. */
  monotonic(): number;
}

/** The closing of months in the background. */
export interface MonthClosing {
  /** Looks for months to close if a minute has passed since the last time. */
  look(): Promise<void>;
  /** Waits for the month that is being closed. */
  stop(): Promise<void>;
}

/**
 * Starts closing months. A month is over when both the counter store and the database say so. The clock of this machine
 * does not matter.
 */
export function startMonthClosing(
  options: Omit<MonthClosingOptions, 'isIdle'> & ClosingClocks & { onError(error: unknown): void },
): MonthClosing {
  const { records, storeTime, databaseTime, monotonic, onError } = options;
  const months = new IdleMonths(records, monotonic);
  const closing = { ...options, isIdle: (month: string) => months.isIdle(month) };
  let running = Promise.resolve();
  let checked = Number.NEGATIVE_INFINITY;
  const look = () => {
    if (monotonic() - checked < CHECK_EVERY_MS) return running;
    checked = monotonic();
    running = running
      .then(async () => closeMonths(closing, Math.min(storeTime(), await databaseTime())))
      .catch(onError);
    return running;
  };
  const timer = setInterval(look, TICK_MS);
  timer.unref();
  void look();
  return {
    look,
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

/** The months that have ended and are not closed, oldest first. */
async function monthsOver(records: Records, now: number): Promise<string[]> {
  const months: string[] = [];
  const last = await lastClosed(records.db);
  const { first } = await records.db
    .selectFrom('month_fold')
    .select((eb) => eb.fn.min<string | null>('month').as('first'))
    .executeTakeFirstOrThrow();
  let month = last === null ? (first ?? previousMonth(now)) : nextMonth(last);
  while (month < monthOf(now)) {
    months.push(month);
    month = nextMonth(month);
  }
  return months;
}

/**
 * Clients that may have made calls in a month: all that are not deleted, and those deleted during the month or later.
 */
async function clientsOf(records: Records, month: string): Promise<string[]> {
  const rows = await records.db
    .selectFrom('clients')
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>=', monthStart(month))]))
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
