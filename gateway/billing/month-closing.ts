import type { Records } from '../records/records.ts';
import { monthEnd, monthOf, monthStart, nextMonth, previousMonth } from '../values/calendar.ts';
import { lastClosed, settleMonths } from './settlement.ts';

/** A month is closed so long after its end: clocks differ, and calls of its last second are still on their way. */
const CLOSES_AFTER_MS = 15 * 60 * 1_000;

export interface MonthClosingOptions {
  readonly records: Records;
  /** Brings the counters of these clients and this month into the checkpoint, or throws. */
  checkpoint(clients: readonly string[], month: string): Promise<void>;
}

/**
 * Closes the months that are over: their counters of all clients are checkpointed, so that nothing is missing, and what they
 * took is settled. What was counted late is settled at the next time, however old its month is. Done twice, or on two
 * machines, it does nothing more.
 */
export async function closeMonths({ records, checkpoint }: MonthClosingOptions, now: number): Promise<void> {
  const actor = { name: 'settlement', at: now, address: null };
  for (const month of await openMonths(records, now)) {
    await checkpoint(await clientsOf(records, month), month);
    // Closed last: whoever is killed before leaves the month open, and settling it again writes nothing twice.
    await settleMonths(records, actor, month);
    await close(records, month, now);
  }
  const closed = await lastClosed(records.db);
  if (closed !== null) await settleMonths(records, actor, closed);
}

/** One after the other with settlements: what one of them still adds to the month is there before its statement is final. */
function close(records: Records, month: string, now: number): Promise<unknown> {
  return records.write((trx) =>
    trx
      .insertInto('closed_months')
      .values({ month, closed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
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

/** Clients that may have been served in a month: those who are there, and those who were deleted in it or since. */
async function clientsOf(records: Records, month: string): Promise<string[]> {
  const rows = await records.db
    .selectFrom('clients')
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>=', monthStart(month))]))
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
