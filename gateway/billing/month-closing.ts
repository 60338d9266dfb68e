import { monthEnd, monthOf, previousMonth } from '../quota/calendar.ts';
import type { Records } from '../records/records.ts';
import { settleMonth } from './settlement.ts';

/** A month is closed so long after its end: clocks differ, and calls of its last second are still on their way. */
const CLOSES_AFTER_MS = 15 * 60 * 1_000;

/** So many closed months are looked at again for calls that were counted late. */
const LOOKED_AT_AGAIN = 2;

export interface MonthClosingOptions {
  readonly records: Records;
  /** Brings the counters of these clients and this month into the fold, or throws. */
  fold(clients: readonly string[], month: string): Promise<void>;
}

/**
 * Closes the months that are over: their counters of all clients are folded, so that nothing is missing, and the credits
 * they took are settled. Late arrivals are settled at the next time. Done twice, or on two machines, it does nothing more.
 */
export async function closeMonths({ records, fold }: MonthClosingOptions, now: number): Promise<void> {
  const actor = { name: 'settlement', at: now, address: null };
  for (const month of await openMonths(records, now)) {
    await fold(await clientsOf(records), month);
    // Closed last: whoever is killed before leaves the month open, and settling it again writes nothing twice.
    await settleMonth(records, actor, month);
    await records.db
      .insertInto('closed_months')
      .values({ month, closed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const closed = await records.db
    .selectFrom('closed_months')
    .orderBy('month', 'desc')
    .limit(LOOKED_AT_AGAIN)
    .select('month')
    .execute();
  for (const { month } of closed) await settleMonth(records, actor, month);
}

/** How often it is looked whether a month can be closed, or has grown since. */
const LOOKS_EVERY_MS = 60_000;

/** Closes months from now on, in the background; `stop` waits for the one that is being closed. */
export function startMonthClosing(options: MonthClosingOptions & { clock(): number; onError(error: unknown): void }): {
  stop(): Promise<void>;
} {
  const { clock, onError } = options;
  let running = Promise.resolve();
  const look = () => {
    running = running.then(() => closeMonths(options, clock())).catch(onError);
  };
  const timer = setInterval(look, LOOKS_EVERY_MS);
  timer.unref();
  look();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

/** The months that are over and not closed, oldest first. */
async function openMonths(records: Records, now: number): Promise<string[]> {
  const months: string[] = [];
  const { last } = await records.db
    .selectFrom('closed_months')
    .select((eb) => eb.fn.max<string | null>('month').as('last'))
    .executeTakeFirstOrThrow();
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

async function clientsOf(records: Records): Promise<string[]> {
  const rows = await records.db.selectFrom('clients').where('deleted_at', 'is', null).select('id').execute();
  return rows.map(({ id }) => id);
}

function nextMonth(month: string): string {
  return monthOf(monthEnd(month));
}
