import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { CheckpointedCounters } from '../quota/admission/watermarks.ts';
import type { Checkpoint, Snapshot, UnitBreakdown } from '../quota/contract.ts';
import type { UsageOfEpoch } from '../quota/read-snapshot.ts';
import { SliceSize } from '../quota/slice-size.ts';
import { prepared } from '../records/prepared.ts';
import type { Change, Reader, Records } from '../records/records.ts';

/** Rows per statement: far below the parameter limits of SQLite (32,766) and PostgreSQL (65,535). */
const ROWS_AT_ONCE = 500;

/**
 * Saves the counters of any number of clients as absolute values per epoch. The greater of two values wins, so a
 * checkpoint that arrives twice, late, or from two machines changes nothing. Usage is saved first: a process that dies
 * in between leaves more usage than counters, never units without a key.
 *
 * @returns the values now held, one entry per snapshot
 */
export async function saveCheckpoint(
  records: Pick<Records, 'db' | 'dialect'>,
  ...snapshots: readonly Snapshot[]
): Promise<CheckpointedCounters[]> {
  await saveUsage(
    records,
    snapshots.map(({ client, month, counter: { epoch }, usage }) => ({ of: { client, month, epoch }, rows: usage })),
  );
  // Every process uses the same order, so that two checkpoints of the same clients cannot deadlock.
  const sorted = snapshots.toSorted((a, b) => (a.client < b.client ? -1 : a.client > b.client ? 1 : 0));
  return records.db.transaction().execute(async (trx) => {
    const admitted = await saveMonths(trx, sorted);
    const taken = await saveCredits(trx, sorted);
    return snapshots.map(({ client, month, counter, credits }) => ({
      client,
      month,
      counter: { epoch: counter.epoch, admitted: admitted.get(`${client} ${month}`) ?? counter.admitted },
      credits: { epoch: credits.epoch, taken: taken.get(client) ?? credits.taken },
    }));
  });
}

/** @returns the admitted units now held, by client and month */
async function saveMonths(trx: Change, snapshots: readonly Snapshot[]): Promise<Map<string, UnitBreakdown>> {
  const admitted = new Map<string, UnitBreakdown>();
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
    for (const row of held) admitted.set(`${row.client_id} ${row.month}`, monthOfCheckpoint(row).admitted);
  }
  return admitted;
}

/** @returns the credits taken now held, by client */
async function saveCredits(trx: Change, snapshots: readonly Snapshot[]): Promise<Map<string, number>> {
  const taken = new Map<string, number>();
  // Two months of one client carry the same credits, and a statement may change a row only once.
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

/** A row of `usage_fold`: client, day, key, calculator, status, epoch, calls, units. */
type UsageValues = readonly [...key: [string, string, string, string, string, string], calls: number, units: number];

/** Saves usage rows in slices that block the event loop for a few milliseconds each. */
export async function saveUsage(
  { db, dialect }: Pick<Records, 'db' | 'dialect'>,
  usage: readonly UsageOfEpoch[],
): Promise<void> {
  const rows = distinct(usage);
  const size = new SliceSize();
  for (let start = 0; start < rows.length; ) {
    // SQLite runs on the event loop; PostgreSQL only waits for the network.
    const most = dialect === 'sqlite' ? size.rows : ROWS_AT_ONCE;
    const slice = rows.slice(start, start + most);
    const began = performance.now();
    await saveSlice(db, dialect, slice);
    if (slice.length === most) size.took(performance.now() - began);
    start += most;
    await nextTurn();
  }
}

/** Keeps each row once, because a statement may change it only once, in the same order in every process. */
function distinct(usage: readonly UsageOfEpoch[]): UsageValues[] {
  const rows = new Map<string, UsageValues>();
  for (const { of, rows: read } of usage) {
    for (const { day, key, calculator, status, calls, units } of read) {
      const id = [of.client, day, key, calculator, status, of.epoch] as const;
      const name = id.join('\n');
      const [, , , , , , callsBefore = 0, unitsBefore = 0] = rows.get(name) ?? [];
      rows.set(name, [...id, Math.max(calls, callsBefore), Math.max(units, unitsBefore)]);
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/**
 * One statement text for any number of rows: building a statement with a placeholder per value costs more than the
 * writing.
 */
async function saveSlice(db: Reader, dialect: Records['dialect'], rows: readonly UsageValues[]): Promise<void> {
  const json = JSON.stringify(rows);
  const given =
    dialect === 'sqlite'
      ? sql`json_each(${json}) as given`
      : sql`json_array_elements(cast(${json} as json)) as given(value)`;
  await sql`
    insert into usage_fold (client_id, day, key_id, calculator, status, epoch, calls, units)
    select given.value ->> 0, given.value ->> 1, given.value ->> 2, given.value ->> 3, given.value ->> 4,
      given.value ->> 5, cast(given.value ->> 6 as bigint), cast(given.value ->> 7 as bigint)
    from ${given} where true
    on conflict (client_id, day, key_id, calculator, status, epoch) do update
      set calls = ${greater('usage_fold', 'calls')}, units = ${greater('usage_fold', 'units')}
      where excluded.calls > usage_fold.calls or excluded.units > usage_fold.units`.execute(db);
}

function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) yield rows.slice(start, start + ROWS_AT_ONCE);
}

/** The greater of the stored and the new value. (SQLite calls this `max`, PostgreSQL `greatest`.) */
function greater(table: string, column: string): RawBuilder<number> {
  const old = sql.ref(`${table}.${column}`);
  const young = sql.ref(`excluded.${column}`);
  return sql<number>`case when ${young} > ${old} then ${young} else ${old} end`;
}

/**
 * The rows of a checkpoint. One statement is one snapshot, and needs one round trip. A row of a month has six values:
 * units admitted and returned, each as included, overage and credits; credits have two, taken and returned; a family
 * has one.
 */
const checkpointRows = prepared((_db, client: string, month: string, first: string, last: string) => {
  // A key without a record, or created by an earlier release, is its own family.
  const family = sql`coalesce(nullif(keys.family, ''), usage_fold.key_id)`;
  return sql<CheckpointRow>`
    select 'month' as kind, epoch as name, admitted_included as a, admitted_overage as b, admitted_credits as c,
      returned_included as d, returned_overage as e, returned_credits as f
      from month_fold where client_id = ${client} and month = ${month}
    union all
    select 'credits', epoch, taken, returned, 0, 0, 0, 0 from credit_fold where client_id = ${client}
    union all
    select 'family', ${family}, ${netUnits()}, 0, 0, 0, 0, 0
      from usage_fold left join keys on keys.id = usage_fold.key_id
      where usage_fold.client_id = ${client} and day >= ${first} and day <= ${last}
      group by ${family}`;
});

interface CheckpointRow {
  readonly kind: 'month' | 'credits' | 'family';
  /** The epoch or the family. */
  readonly name: string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/**
 * Reads a client's checkpoint in one snapshot: the month's counters, its credits over all months, and the units of its
 * key families.
 */
export async function readCheckpoint(db: Reader, client: string, month: string): Promise<Checkpoint> {
  const rows = await checkpointRows(db, client, month, `${month}-01`, `${month}-31`);
  const of = (kind: CheckpointRow['kind']) =>
    rows.filter((row) => row.kind === kind).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    months: of('month').map(({ name: epoch, a, b, c, d, e, f }) => ({
      epoch,
      admitted: { included: a, overage: b, credits: c },
      returned: { included: d, overage: e, credits: f },
    })),
    credits: of('credits').map(({ name: epoch, a: taken, b: returned }) => ({ epoch, taken, returned })),
    families: of('family').map(({ name: family, a: units }) => ({ family, units })),
  };
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

function monthOfCheckpoint(row: MonthRow): Checkpoint['months'][number] {
  return {
    epoch: row.epoch,
    admitted: { included: row.admitted_included, overage: row.admitted_overage, credits: row.admitted_credits },
    returned: { included: row.returned_included, overage: row.returned_overage, credits: row.returned_credits },
  };
}

/** Sum of the units of usage rows; `returned` rows were given back and are subtracted. */
export function netUnits(): RawBuilder<number> {
  return sql<number>`cast(coalesce(sum(case when status = 'returned' then -units else units end), 0) as bigint)`;
}
