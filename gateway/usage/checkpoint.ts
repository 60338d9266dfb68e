import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { CheckpointedCounters } from '../quota/admission/watermarks.ts';
import type { Checkpoint, Snapshot, UnitBreakdown } from '../quota/contract.ts';
import { laterCommands, NO_COMMANDS } from '../quota/model/state.ts';
import type { UsageOfEpoch } from '../quota/read-snapshot.ts';
import { type GatheredSize, padded } from '../records/gathered.ts';
import { prepared } from '../records/prepared.ts';
import type { Reader, Records } from '../records/records.ts';
import type { Tables } from '../records/tables.ts';

/** Snapshots per transaction: two rows each, because a write of the records waits for its end. */
const SNAPSHOTS_AT_ONCE = 250;

/** Usage rows per transaction. */
const ROWS_AT_ONCE = 500;

/** Sorted, because in PostgreSQL two checkpoints of the same clients in different orders could deadlock. */
const SAVE_MONTHS = `
  insert into month_fold (client_id, month, epoch, admitted_included, admitted_overage, admitted_credits,
    returned_included, returned_overage, returned_credits, commands)
  select given.value ->> 0, given.value ->> 1, given.value ->> 2, ${[3, 4, 5, 6, 7, 8].map(numberAt).join(', ')},
    given.value ->> 9
  from given where true
  order by 1, 2, 3
  on conflict (client_id, month, epoch) do update set ${greaterOf('month_fold', [
    ...['admitted_included', 'admitted_overage', 'admitted_credits'],
    ...['returned_included', 'returned_overage', 'returned_credits'],
  ])}, commands = case when ${countedOf('excluded')} < ${countedOf('month_fold')} then month_fold.commands
    else excluded.commands end
  returning client_id, month, admitted_included, admitted_overage, admitted_credits`;

/**
 * Grouped, because two months of one client carry the same credits, and a statement may change a row only once. Rows
 * that hold the given values already are neither written nor returned: most clients take no credits.
 */
const SAVE_CREDITS = `
  insert into credit_fold (client_id, epoch, taken, returned)
  select given.value ->> 0, given.value ->> 1, max(${numberAt(2)}), max(${numberAt(3)})
  from given
  group by 1, 2
  order by 1, 2
  on conflict (client_id, epoch) do update set ${greaterOf('credit_fold', ['taken', 'returned'])}
    where excluded.taken <> credit_fold.taken or excluded.returned <> credit_fold.returned
  returning client_id, taken`;

/** Grouped, because two pages of a month may hold the same row. */
const SAVE_USAGE = `
  insert into usage_fold (client_id, day, key_id, calculator, status, epoch, calls, units)
  select given.value ->> 0, given.value ->> 1, given.value ->> 2, given.value ->> 3, given.value ->> 4,
    given.value ->> 5, max(${numberAt(6)}), max(${numberAt(7)})
  from given
  group by 1, 2, 3, 4, 5, 6
  order by 1, 2, 3, 4, 5, 6
  on conflict (client_id, day, key_id, calculator, status, epoch) do update
    set ${greaterOf('usage_fold', ['calls', 'units'])}
    where excluded.calls > usage_fold.calls or excluded.units > usage_fold.units`;

type SavedMonth = Pick<
  Selectable<Tables['month_fold']>,
  'client_id' | 'month' | 'admitted_included' | 'admitted_overage' | 'admitted_credits'
>;
type SavedCredits = Pick<Selectable<Tables['credit_fold']>, 'client_id' | 'taken'>;

/**
 * Saves the counters of any number of clients as absolute values per epoch. The greater of two values wins, so a
 * checkpoint that arrives twice, late, or from two machines changes nothing. Usage is saved first: a process that dies
 * in between leaves more usage than counters, never units without a key.
 *
 * @returns the values now held, one entry per snapshot
 */
export async function saveCheckpoint(
  records: Records,
  ...snapshots: readonly Snapshot[]
): Promise<CheckpointedCounters[]> {
  await saveUsage(
    records,
    snapshots.map(({ client, month, counter: { epoch }, usage }) => ({ of: { client, month, epoch }, rows: usage })),
  );
  const held: CheckpointedCounters[] = [];
  for (let start = 0; start < snapshots.length; start += SNAPSHOTS_AT_ONCE) {
    for (const one of await saveCounters(records, snapshots.slice(start, start + SNAPSHOTS_AT_ONCE))) held.push(one);
  }
  return held;
}

async function saveCounters(
  { bulk }: Pick<Records, 'bulk'>,
  snapshots: readonly Snapshot[],
): Promise<CheckpointedCounters[]> {
  const [months, credits] = await bulk.write<[SavedMonth, SavedCredits]>(
    {
      text: SAVE_MONTHS,
      rows: snapshots.map(({ client, month, counter: { epoch, admitted, returned }, commands = [] }) => [
        ...[client, month, epoch],
        ...[admitted.included, admitted.overage, admitted.credits],
        ...[returned.included, returned.overage, returned.credits],
        JSON.stringify([...commands]),
      ]),
    },
    {
      text: SAVE_CREDITS,
      rows: snapshots.map(({ client, credits: { epoch, taken, returned } }) => [client, epoch, taken, returned]),
    },
  );
  const admitted = new Map<string, UnitBreakdown>();
  for (const { client_id, month, admitted_included, admitted_overage, admitted_credits } of months) {
    const split = { included: admitted_included, overage: admitted_overage, credits: admitted_credits };
    admitted.set(`${client_id} ${month}`, split);
  }
  const taken = new Map(credits.map((row) => [row.client_id, row.taken]));
  return snapshots.map(({ client, month, counter, credits }) => {
    return {
      client,
      month,
      counter: { epoch: counter.epoch, admitted: admitted.get(`${client} ${month}`) ?? counter.admitted },
      credits: { epoch: credits.epoch, taken: taken.get(client) ?? credits.taken },
    };
  });
}

/** A row of `usage_fold`: client, day, key, calculator, status, epoch, calls, units. */
type UsageValues = readonly [...key: [string, string, string, string, string, string], calls: number, units: number];

/** Saves usage rows. */
export async function saveUsage({ bulk }: Pick<Records, 'bulk'>, usage: readonly UsageOfEpoch[]): Promise<void> {
  let values: UsageValues[] = [];
  for (const { of, rows } of usage) {
    for (const { day, key, calculator, status, calls, units } of rows) {
      values.push([of.client, day, key, calculator, status, of.epoch, calls, units]);
      if (values.length < ROWS_AT_ONCE) continue;
      await bulk.write({ text: SAVE_USAGE, rows: values });
      values = [];
    }
  }
  if (values.length > 0) await bulk.write({ text: SAVE_USAGE, rows: values });
}

function numberAt(member: number): string {
  return `cast(given.value ->> ${member} as bigint)`;
}

/** Units counted by a row. They only grow, so the row with more of them is the later one. */
function countedOf(row: string): string {
  return ['admitted', 'returned'].flatMap((what) => [`${row}.${what}_included`, `${row}.${what}_overage`]).join(' + ');
}

/** Sets columns to the greater of the stored and the new value. (SQLite calls this `max`, PostgreSQL `greatest`.) */
function greaterOf(table: string, columns: readonly string[]): string {
  return columns
    .map((column) => {
      const [old, young] = [`${table}.${column}`, `excluded.${column}`];
      return `${column} = case when ${young} > ${old} then ${young} else ${old} end`;
    })
    .join(', ');
}

/**
 * The rows of some checkpoints. One statement is one snapshot, and needs one round trip. A row of a month has six values:
 * units admitted and returned, each as included, overage and credits; credits have two, taken and returned; a family
 * has one.
 */
const checkpointRows = () =>
  prepared((_db, month: string, first: string, last: string, ...clients: string[]) => {
    // A key without a record, or created by an earlier release, is its own family.
    const family = sql`coalesce(nullif(keys.family, ''), usage_fold.key_id)`;
    const given = sql.join(clients);
    return sql<CheckpointRow>`
      select client_id as client, 'month' as kind, epoch as name, admitted_included as a, admitted_overage as b,
        admitted_credits as c, returned_included as d, returned_overage as e, returned_credits as f, commands
        from month_fold where client_id in (${given}) and month = ${month}
      union all
      select client_id, 'credits', epoch, taken, returned, 0, 0, 0, 0, '' from credit_fold
        where client_id in (${given})
      union all
      select usage_fold.client_id, 'family', ${family}, ${netUnits()}, 0, 0, 0, 0, 0, ''
        from usage_fold left join keys on keys.id = usage_fold.key_id
        where usage_fold.client_id in (${given}) and day >= ${first} and day <= ${last}
        group by usage_fold.client_id, ${family}`;
  });

/** Compiled for each size once. */
const QUERIES = { 1: checkpointRows(), 8: checkpointRows(), 64: checkpointRows() } satisfies Record<
  GatheredSize,
  unknown
>;

const COMMANDS = z.array(z.tuple([z.string(), z.int()]));

interface CheckpointRow {
  readonly client: string;
  readonly kind: 'month' | 'credits' | 'family';
  /** The epoch or the family. */
  readonly name: string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
  /** Of a month: the commands that it contains, as JSON. */
  readonly commands: string;
}

/**
 * Reads a client's checkpoint in one snapshot: the month's counters, its credits over all months, and the units of its
 * key families.
 */
export async function readCheckpoint(db: Reader, client: string, month: string): Promise<Checkpoint> {
  return checkpointOf(await readRows(db, [client], month));
}

/** Reads the checkpoints of up to 64 clients, in order. Those of one month share a snapshot. */
export async function readCheckpoints(
  db: Reader,
  asked: readonly { readonly client: string; readonly month: string }[],
): Promise<Checkpoint[]> {
  const byMonth = new Map<string, Map<string, CheckpointRow[]>>();
  for (const month of new Set(asked.map((one) => one.month))) {
    const clients = asked.filter((one) => one.month === month).map(({ client }) => client);
    byMonth.set(
      month,
      Map.groupBy(await readRows(db, clients, month), (row) => row.client),
    );
  }
  return asked.map(({ client, month }) => checkpointOf(byMonth.get(month)?.get(client) ?? []));
}

function readRows(db: Reader, clients: readonly string[], month: string): Promise<CheckpointRow[]> {
  const { size, parameters } = padded(clients);
  return QUERIES[size](db, month, `${month}-01`, `${month}-31`, ...parameters);
}

/** Of a client that has counted nothing, as most are at their first call of a month. */
const NOTHING: Checkpoint = { months: [], credits: [], families: [] };

function checkpointOf(rows: readonly CheckpointRow[]): Checkpoint {
  if (rows.length === 0) return NOTHING;
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
    ...commandsOf(of('month')),
  };
}

function commandsOf(months: readonly CheckpointRow[]): Pick<Checkpoint, 'commands'> {
  const commands = months
    .map((row) => new Map(COMMANDS.parse(JSON.parse(row.commands))))
    .reduce(laterCommands, NO_COMMANDS);
  return commands.size > 0 ? { commands } : {};
}

/** Sum of the units of usage rows; `returned` rows were given back and are subtracted. */
export function netUnits(): RawBuilder<number> {
  return sql<number>`cast(coalesce(sum(case when status = 'returned' then -units else units end), 0) as bigint)`;
}
