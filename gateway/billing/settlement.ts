import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { UnitBreakdown } from '../quota/contract.ts';
import { addUnits, NO_UNITS } from '../quota/model/affordability.ts';
import type { Change, Reader, Records } from '../records/records.ts';
import type { Actor } from '../records/trail.ts';
import { monthOf } from '../values/calendar.ts';
import { postEntry } from './ledger.ts';

/** Months of clients in one transaction: other writers wait no longer for it than for a few commits. */
const AT_ONCE = 20;

/** All that a row of the checkpoint has counted: numbers that only grow. */
const COUNTED = sql<number>`admitted_included + admitted_overage + admitted_credits
  + returned_included + returned_overage + returned_credits`;

/**
 * Settles what was counted in the months up to `until` and is in no settlement yet, whoever the client is and whatever has
 * become of it. A month's credits leave the ledger as `settlement:<client>:<month>`, and its units stand in its own
 * statement. What is found when that month is closed, or a later one (calls counted after an outage), leaves as
 * `adjustment:<client>:<month>:<n>` and stands in the statement of the month in which it is found. Both entries are of the
 * kind `settlement`: they say how granted credits were spent, and grant or take none.
 *
 * @returns how many entries were written; run again, or on two machines, it writes none
 */
export async function settleMonths(records: Records, actor: Actor, until: string): Promise<number> {
  let entries = 0;
  // Mostly there is nothing new, and to find that out nobody else has to wait.
  while ((await unstated(records.db, until)).length > 0) {
    // Writers come one after the other, over all processes: what is read here holds until the commit.
    entries += await records.write(async (trx) => {
      const closed = await lastClosed(trx);
      let written = 0;
      for (const which of await unstated(trx, until)) {
        if (await settle(trx, actor, which, closed !== null && which.month <= closed)) written += 1;
      }
      return written;
    });
    // At SQLite no transaction waits for anything: calls get their turn here.
    await nextTurn();
  }
  return entries;
}

/** The last month that is closed, and all before it are; `null` is none. */
export async function lastClosed(db: Reader): Promise<string | null> {
  const { last } = await db
    .selectFrom('closed_months')
    .select((eb) => eb.fn.max<string | null>('month').as('last'))
    .executeTakeFirstOrThrow();
  return last;
}

interface ClientMonth {
  readonly client: string;
  readonly month: string;
}

/**
 * The first that have something in no settlement yet, oldest month first; the ledger has no place for unknown clients. (A
 * limit that is a parameter has SQLite plan the statement anew each time.)
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
    .limit(sql.lit(AT_ONCE))
    .execute();
}

/** @returns whether an entry was written */
async function settle(trx: Change, actor: Actor, { client, month }: ClientMonth, late: boolean): Promise<boolean> {
  const counted = await markStated(trx, client, month);
  await state(trx, { client, month }, late ? monthOf(actor.at) : month, counted);
  const own = await entriesOf(trx, client, month);
  const credits = counted.credits + own.reduce((sum, entry) => sum + entry.credits, 0);
  if (credits === 0) return false;
  const later = late || own.length > 0;
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

/** What the rows hold at the instant at which they are marked: a checkpoint that comes meanwhile is found the next time. */
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

/** Enters the units that stand in no statement yet into that of a month. */
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
  const news = {
    included: counted.included - before.included,
    overage: counted.overage - before.overage,
    credits: counted.credits - before.credits,
  };
  if (news.included === 0 && news.overage === 0 && news.credits === 0) return;
  await trx
    .insertInto('stated_units')
    .values({ client_id: client, month, stated_in: statedIn, ...news })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'month', 'stated_in']).doUpdateSet((eb) => ({
        included: eb('stated_units.included', '+', news.included),
        overage: eb('stated_units.overage', '+', news.overage),
        credits: eb('stated_units.credits', '+', news.credits),
      })),
    )
    .execute();
}

function total(rows: readonly UnitBreakdown[]): UnitBreakdown {
  return rows.reduce(addUnits, NO_UNITS);
}

/** The settlements of a month that the ledger has. */
async function entriesOf(trx: Change, client: string, month: string) {
  const entries = await trx
    .selectFrom('ledger')
    .where('client_id', '=', client)
    .where('kind', '=', 'settlement')
    .select(['source', 'credits'])
    .execute();
  return entries.filter(({ source }) => source.split(':')[2] === month);
}
