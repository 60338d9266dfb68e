import { type RawBuilder, sql } from 'kysely';
import type { Fold, Snapshot, Split } from '../quota/contract.ts';
import type { Folded } from '../quota/floors.ts';
import type { Change, Reader, Records } from './records.ts';

/** Rows in one statement: far below the most parameters that SQLite (32,766) and PostgreSQL (65,535) take. */
const ROWS_AT_ONCE = 500;

/**
 * Saves counters of any number of clients as absolute values per epoch. Of each number the greater wins, so that a fold
 * that comes twice, late, or from two machines changes nothing. Answers what is held now, a snapshot each.
 */
export async function saveFold(records: Pick<Records, 'db'>, ...snapshots: readonly Snapshot[]): Promise<Folded[]> {
  // One order in every process: two folds of the same clients wait for each other instead of each holding what the
  // other wants.
  const sorted = snapshots.toSorted((a, b) => (a.client < b.client ? -1 : a.client > b.client ? 1 : 0));
  return records.db.transaction().execute(async (trx) => {
    const admitted = await saveMonths(trx, sorted);
    const taken = await saveCredits(trx, sorted);
    await saveUsage(trx, sorted);
    return snapshots.map(({ client, month, counter, credits }) => ({
      client,
      month,
      counter: { epoch: counter.epoch, admitted: admitted.get(`${client} ${month}`) ?? counter.admitted },
      credits: { epoch: credits.epoch, taken: taken.get(client) ?? credits.taken },
    }));
  });
}

/** Answers what is admitted by now, by client and month. */
async function saveMonths(trx: Change, snapshots: readonly Snapshot[]): Promise<Map<string, Split>> {
  const admitted = new Map<string, Split>();
  const rows = snapshots.map(({ client, month, counter: { epoch, admitted, returned } }) => ({
    client_id: client,
    month,
    epoch,
    admitted_included: admitted.included,
    admitted_overage: admitted.overage,
    admitted_credits: admitted.credits,
    returned_included: returned.included,
    returned_overage: returned.overage,
    returned_credits: returned.credits,
  }));
  for (const chunk of chunks(rows)) {
    const held = await trx
      .insertInto('month_fold')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'month', 'epoch']).doUpdateSet({
          admitted_included: greater('month_fold', 'admitted_included'),
          admitted_overage: greater('month_fold', 'admitted_overage'),
          admitted_credits: greater('month_fold', 'admitted_credits'),
          returned_included: greater('month_fold', 'returned_included'),
          returned_overage: greater('month_fold', 'returned_overage'),
          returned_credits: greater('month_fold', 'returned_credits'),
        }),
      )
      .returningAll()
      .execute();
    for (const row of held) admitted.set(`${row.client_id} ${row.month}`, monthOfFold(row).admitted);
  }
  return admitted;
}

/** Answers the credits taken by now, by client. */
async function saveCredits(trx: Change, snapshots: readonly Snapshot[]): Promise<Map<string, number>> {
  const taken = new Map<string, number>();
  // Two months of one client bring the same credits, and a statement may change a row only once.
  const rows = new Map(
    snapshots.map(({ client, credits: { epoch, taken, returned } }) => [
      `${client} ${epoch}`,
      { client_id: client, epoch, taken, returned },
    ]),
  );
  for (const chunk of chunks([...rows.values()])) {
    const held = await trx
      .insertInto('credit_fold')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'epoch']).doUpdateSet({
          taken: greater('credit_fold', 'taken'),
          returned: greater('credit_fold', 'returned'),
        }),
      )
      .returning(['client_id', 'taken'])
      .execute();
    for (const row of held) taken.set(row.client_id, row.taken);
  }
  return taken;
}

async function saveUsage(trx: Change, snapshots: readonly Snapshot[]): Promise<void> {
  const rows = snapshots.flatMap(({ client, counter, usage }) =>
    usage.map(({ day, key, calculator, status, calls, units }) => ({
      client_id: client,
      day,
      key_id: key,
      calculator,
      status,
      epoch: counter.epoch,
      calls,
      units,
    })),
  );
  for (const chunk of chunks(rows)) {
    await trx
      .insertInto('usage_fold')
      .values(chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['client_id', 'day', 'key_id', 'calculator', 'status', 'epoch'])
          .doUpdateSet({ calls: greater('usage_fold', 'calls'), units: greater('usage_fold', 'units') })
          // Most rows of a month do not change between two folds: do not write them again.
          .where(sql<boolean>`excluded.calls > usage_fold.calls or excluded.units > usage_fold.units`),
      )
      .execute();
  }
}

function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) yield rows.slice(start, start + ROWS_AT_ONCE);
}

/** The greater of what is there and what comes. (SQLite calls this `max`, PostgreSQL `greatest`.) */
function greater(table: string, column: string): RawBuilder<number> {
  const old = sql.ref(`${table}.${column}`);
  const young = sql.ref(`excluded.${column}`);
  return sql<number>`case when ${young} > ${old} then ${young} else ${old} end`;
}

/** All that has been folded of a client's month, its credits over all months, and its families of keys, at one instant. */
export function readFold(db: Reader, client: string, month: string): Promise<Fold> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (trx) => {
    const months = await trx
      .selectFrom('month_fold')
      .selectAll()
      .where('client_id', '=', client)
      .where('month', '=', month)
      .orderBy('epoch')
      .execute();
    const credits = await trx
      .selectFrom('credit_fold')
      .select(['epoch', 'taken', 'returned'])
      .where('client_id', '=', client)
      .orderBy('epoch')
      .execute();
    // A key whose record is gone, or which an earlier release has made, is a family of its own.
    const family = sql<string>`coalesce(nullif(keys.family, ''), usage_fold.key_id)`;
    const families = await trx
      .selectFrom('usage_fold')
      .leftJoin('keys', 'keys.id', 'usage_fold.key_id')
      .select([family.as('family'), netUnits().as('units')])
      .where('usage_fold.client_id', '=', client)
      .where('day', '>=', `${month}-01`)
      .where('day', '<=', `${month}-31`)
      .groupBy(family)
      .orderBy(family)
      .execute();
    return { months: months.map(monthOfFold), credits, families };
  });
}

interface MonthRow {
  readonly epoch: string;
  readonly admitted_included: number;
  readonly admitted_overage: number;
  readonly admitted_credits: number;
  readonly returned_included: number;
  readonly returned_overage: number;
  readonly returned_credits: number;
}

function monthOfFold(row: MonthRow): Fold['months'][number] {
  return {
    epoch: row.epoch,
    admitted: { included: row.admitted_included, overage: row.admitted_overage, credits: row.admitted_credits },
    returned: { included: row.returned_included, overage: row.returned_overage, credits: row.returned_credits },
  };
}

/** Units of usage rows: those of `returned` rows were given back. */
export function netUnits(): RawBuilder<number> {
  return sql<number>`cast(coalesce(sum(case when status = 'returned' then -units else units end), 0) as bigint)`;
}
