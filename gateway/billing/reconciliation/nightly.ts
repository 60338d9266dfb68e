import type { CounterStore } from '../../quota/contract.ts';
import type { Records } from '../../records/records.ts';
import { loadedOnce } from '../../threads/loaded-once.ts';
import { dayOf, monthOf, previousMonth } from '../../values/calendar.ts';
import type { Difference } from './reconcile.ts';

/** The hour, UTC, after which a day's reconciliation begins: few calls run, and an ended month is settled. */
const HOUR = 2;

/** The first check is that long after the start, when the first calls are over. */
const CHECK_EVERY_MS = 60_000;

/** Milliseconds between the two looks. Late counts of a closed month are settled every minute. */
const APART_MS = 90_000;

/** Days whose result stays in the records. */
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Differences that are logged one by one. */
const MOST_LOGGED = 100;

export interface NightlyOptions {
  readonly records: Records;
  readonly counters: Pick<CounterStore, 'counters'>;
  /** Answered calls in the journals of this process that are not counted yet. */
  readonly journaled: () => number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: { error(facts: object, message: string): void };
  readonly onError: (error: unknown) => void;
  /** Default: 90 seconds. */
  readonly apartMs?: number;
}

type Run = Omit<NightlyOptions, 'onError'> & { readonly signal?: AbortSignal };

/** The result of the last reconciliation of the installation. */
export interface LastReconciliation {
  readonly differences: number;
  /** Milliseconds since 1970. Without any reconciliation, the start of this process. */
  readonly at: number;
}

export interface Nightly {
  readonly last: LastReconciliation;
  stop(): Promise<void>;
}

/**
 * Compares the last month and this one once a day, in one process of the installation: the one that enters the day into
 * the records. Every process knows the result.
 */
export function startNightlyReconciliation(options: NightlyOptions): Nightly {
  const { records, clock, onError } = options;
  let last: LastReconciliation = { differences: 0, at: clock() };
  const stopping = new AbortController();
  let running = Promise.resolve();
  const readLast = async () => {
    last = (await lastReconciliation(records)) ?? last;
  };
  const keep = (work: () => Promise<void>) => {
    running = running.then(work).catch((error: unknown) => {
      if (!stopping.signal.aborted) onError(error);
    });
  };
  keep(() => enterFirstDay(records, clock()).then(readLast));
  const timer = setInterval(() => {
    keep(() => reconcileToday({ ...options, signal: stopping.signal }, clock()).then(readLast));
  }, CHECK_EVERY_MS);
  timer.unref();
  return {
    get last() {
      return last;
    },
    stop() {
      clearInterval(timer);
      stopping.abort();
      return running;
    },
  };
}

/** A new installation has nothing to compare on its first day: its first calls need not share the loop with a look. */
async function enterFirstDay(records: Records, now: number): Promise<void> {
  const counted = await records.db.selectFrom('month_fold').select('month').limit(1).executeTakeFirst();
  if (counted !== undefined) return;
  await records.db
    .insertInto('reconciliations')
    .values({ day: dayOf(now), finished_at: now, differences: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Runs the reconciliation of the day unless it is too early, or another process runs it. */
export async function reconcileToday(options: Run, now: number): Promise<void> {
  const { records, log } = options;
  const day = dayOf(now);
  if (now - Date.parse(day) < HOUR * 3_600_000 || !(await claim(records, day))) return;
  try {
    const found: Difference[] = [];
    for (const month of [previousMonth(now), monthOf(now)]) found.push(...(await differencesOf(options, month)));
    for (const difference of found.slice(0, MOST_LOGGED)) log.error(difference, 'counts differ');
    await records.db
      .updateTable('reconciliations')
      .set({ finished_at: options.clock(), differences: found.length })
      .where('day', '=', day)
      .execute();
  } catch (error) {
    // The next check, of any process, tries again.
    await records.db.deleteFrom('reconciliations').where('day', '=', day).execute();
    throw error;
  }
  const oldest = dayOf(now - KEPT_DAYS * DAY_MS);
  await records.db.deleteFrom('reconciliations').where('day', '<', oldest).execute();
}

const reconciliation = loadedOnce(() => import('./reconcile.ts'));

async function differencesOf({ records, counters, journaled, apartMs = APART_MS, signal }: Run, month: string) {
  const { reconcile } = await reconciliation();
  const found = await reconcile({ db: records.db, month, counters, journaled, apartMs, ...(signal && { signal }) });
  return found.map((difference) => ({ month, ...difference }));
}

/** @returns whether this process enters the day */
async function claim(records: Records, day: string): Promise<boolean> {
  const entered = await records.db
    .selectFrom('reconciliations')
    .where('day', '=', day)
    .select('day')
    .executeTakeFirst();
  if (entered !== undefined) return false;
  return records.write(async (trx) => {
    const rows = await trx
      .insertInto('reconciliations')
      .values({ day, finished_at: null, differences: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .execute();
    return rows.length > 0;
  });
}

async function lastReconciliation({ db }: Records): Promise<LastReconciliation | null> {
  const row = await db
    .selectFrom('reconciliations')
    .where('finished_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .select(['finished_at as at', 'differences'])
    .executeTakeFirst();
  return row === undefined ? null : { at: row.at ?? 0, differences: row.differences ?? 0 };
}
