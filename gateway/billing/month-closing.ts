import type { Records } from '../records/records.ts';
import { monthEnd, monthOf, monthStart, nextMonth, previousMonth } from '../values/calendar.ts';
import { lastClosed, settleMonths } from './settlement.ts';

/**
 * Delay between the end of a month and its closing: clocks differ, and calls from its last second may still be running.
 */
const CLOSES_AFTER_MS = 15 * 60 * 1_000;

export interface MonthClosingOptions {
  readonly records: Records;
  /** Writes the counters of these clients for this month to the checkpoint, or throws. */
  checkpoint(clients: readonly string[], month: string): Promise<void>;
}

/**
 * Closes the months that are over: checkpoints the counters of all clients, so that nothing is missing, and settles
 * what was used. Late counts are settled by the next run, however old their month is. A second run, or one on another
 * machine, changes nothing.
 */
export async function closeMonths({ records, checkpoint }: MonthClosingOptions, now: number): Promise<void> {
  const actor = { name: 'settlement', at: now, address: null };
  for (const month of await openMonths(records, now)) {
    await checkpoint(await clientsOf(records, month), month);
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

/** Starts closing months in the background; `stop` waits for the month that is being closed. */
export function startMonthClosing(options: MonthClosingOptions & { clock(): number; onError(error: unknown): void }): {
  stop(): Promise<void>;
} {
  const { clock, onError } = options;
  let running = Promise.resolve();
  const check = () => {
    running = running.then(() => closeMonths(options, clock())).catch(onError);
  };
  const timer = setInterval(check, CHECK_EVERY_MS);
  timer.unref();
  check();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

/** The months that have ended and are not closed, oldest first. */
async function openMonths(records: Records, now: number): Promise<string[]> {
  const months: string[] = [];
  const last = await lastClosed(records.db);
  const { first } = await records.db
    .selectFrom('month_fold')
    .select((eb) => eb.fn.min<string | null>('month').as('first'))
    .executeTakeFirstOrThrow();
  let month = last === null ? (first ?? previousMonth(now)) : nextMonth(last);
  while (month < monthOf(now) && now >= monthEnd(month) + CLOSES_AFTER_MS) {
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
