import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { UnitBreakdown } from '../quota/contract.ts';
import { addUnits, NO_UNITS } from '../quota/model/affordability.ts';
import type { Change, Reader, Records } from '../records/records.ts';
import type { Actor } from '../records/trail.ts';
import { monthOf } from '../values/calendar.ts';
import { lastClosed, openInstant } from './closed-months.ts';
import { postEntry } from './ledger.ts';

/** Months of clients per transaction, small enough that other writers wait only for a few commits. */
const MONTHS_AT_ONCE = 20;

/** The sum of all counters in a checkpoint row; it only grows. */
export const COUNTED = sql<number>`admitted_included + admitted_overage + admitted_credits
  + returned_included + returned_overage + returned_credits`;

/**
 * Settles all counts of the months up to `until` that no settlement includes yet, for every client, deleted ones
 * included. A month's credits leave the ledger as `settlement:<client>:<month>`, and its units appear in its own
 * statement. Late counts (found when the month, or a later one, is already settled or closed, for example after an
 * outage) leave as `adjustment:<client>:<month>:<n>`; once the month is closed, they appear in the statement of the
 * month in which they are found. Both entries have the kind `settlement`: they record how granted credits were spent
 * and do not change how many were granted.
 *
 * @returns how many entries were written; a second run, or one on another machine, writes none
 */
export async function settleMonths(records: Records, actor: Actor, until: string): Promise<number> {
  let entries = 0;
  // Usually nothing is new; this read finds out without blocking other writers.
  while ((await unstated(records.db, until)).length > 0) {
    // Writes are serialized over all processes, so the values read here hold until the commit.
    entries += await records.write(async (trx) => {
      const closed = await lastClosed(trx);
      const found = monthOf(await openInstant(trx, actor.at));
      let written = 0;
      for (const which of await unstated(trx, until)) {
        const late = closed !== null && which.month <= closed;
        if (await settle(trx, actor, which, late ? found : which.month)) written += 1;
      }
      return written;
    });
    // With SQLite a transaction never yields, so let waiting calls run here.
    await nextTurn();
  }
  return entries;
}

interface ClientMonth {
  readonly client: string;
  readonly month: string;
}

/**
 * The first months with counts that no settlement includes yet, oldest first. Unknown clients are skipped, because the
 * ledger cannot hold them. (With the limit as a parameter, SQLite would plan the statement anew each time.)
 */
function unstated(db: Reader, until: string): Promise<ClientMonth[]> {
  return db
    .selectFrom('month_fold')
    .innerJoin('clients', 'clients.id', 'month_fold.client_id')
    .where('month', '<=', until)
    .where(sql<boolean>`${COUNTED} <> stated`)
    .select(['client_id as client', 'month'])
    .distinct()
    .orderBy('month')
    .orderBy('client_id')
    .limit(sql.lit(MONTHS_AT_ONCE))
    .execute();
}

/** @returns whether an entry was written */
async function settle(trx: Change, actor: Actor, { client, month }: ClientMonth, statedIn: string): Promise<boolean> {
  const counted = await markStated(trx, client, month);
  await state(trx, { client, month }, statedIn, counted);
  const own = await entriesOf(trx, client, month);
  const credits = counted.credits + own.reduce((sum, entry) => sum + entry.credits, 0);
  if (credits === 0) return false;
  const later = statedIn !== month || own.length > 0;
  const nth = 1 + own.filter(({ source }) => source.startsWith('adjustment:')).length;
  await postEntry(trx, actor, {
    clientId: client,
    kind: 'settlement',
    credits: -credits,
    source: later ? `adjustment:${client}:${month}:${nth}` : `settlement:${client}:${month}`,
    note: later ? 'counted after the month was settled' : null,
  });
  return true;
}

/**
 * Marks the rows as settled and returns their sums in the same statement: a checkpoint that arrives later is found by
 * the next run.
 */
async function markStated(trx: Change, client: string, month: string): Promise<UnitBreakdown> {
  const net = (part: keyof UnitBreakdown) =>
    sql<number>`${sql.ref(`admitted_${part}`)} - ${sql.ref(`returned_${part}`)}`.as(part);
  const rows = await trx
    .updateTable('month_fold')
    .set({ stated: COUNTED })
    .where('client_id', '=', client)
    .where('month', '=', month)
    .returning([net('included'), net('overage'), net('credits')])
    .execute();
  return total(rows);
}

/** Adds the units that no statement includes yet to the statement of the month `statedIn`. */
async function state(
  trx: Change,
  { client, month }: ClientMonth,
  statedIn: string,
  counted: UnitBreakdown,
): Promise<void> {
  const rows = await trx
    .selectFrom('stated_units')
    .where('client_id', '=', client)
    .where('month', '=', month)
    .select(['included', 'overage', 'credits'])
    .execute();
  const before = total(rows);
  const added = {
    included: counted.included - before.included,
    overage: counted.overage - before.overage,
    credits: counted.credits - before.credits,
  };
  if (added.included === 0 && added.overage === 0 && added.credits === 0) return;
  await trx
    .insertInto('stated_units')
    .values({ client_id: client, month, stated_in: statedIn, ...added })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'month', 'stated_in']).doUpdateSet((eb) => ({
        included: eb('stated_units.included', '+', added.included),
        overage: eb('stated_units.overage', '+', added.overage),
        credits: eb('stated_units.credits', '+', added.credits),
      })),
    )
    .execute();
}

function total(rows: readonly UnitBreakdown[]): UnitBreakdown {
  return rows.reduce(addUnits, NO_UNITS);
}

/** The ledger's settlement entries for a month. */
async function entriesOf(trx: Change, client: string, month: string) {
  const entries = await trx
    .selectFrom('ledger')
    .where('client_id', '=', client)
    .where('kind', '=', 'settlement')
    .select(['source', 'credits'])
    .execute();
  return entries.filter(({ source }) => source.split(':')[2] === month);
}
