import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../records/records.ts';
import { callsByOutcome, type UsageLine } from './report.ts';

/** Dimensions of usage. `status` is the class of the responses; only `2xx` is charged. */
export const USAGE_GROUPS = ['day', 'key', 'user', 'calculator', 'status'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Selects and groups usage. */
export interface UsageQuery {
  readonly clientId: string;
  /** UTC days, such as `2026-11-01`; both are inclusive. */
  readonly since: string;
  readonly until: string;
  readonly by: readonly UsageGroup[];
  /** Restricts the usage to the keys of this user. */
  readonly userId?: string;
  /** Keeps this many values of the last group, those with the most charged calls, and sums the others as `*`. */
  readonly top?: number;
}

/** The calls of one group: charged calls with their units, and uncharged calls separately. */
export interface UsageGroupLine extends Omit<UsageLine, 'name'> {
  /**
   * The values of the requested groups. `key`, `user` and `calculator` may be empty if a call was refused before they
   * were known.
   */
  readonly group: Readonly<Partial<Record<UsageGroup, string>>>;
}

/** Stands for all values of a group that have no line of their own. */
const OTHERS = '*';

/** Reads checkpointed usage over a range of days, sorted by its groups; at most `limit` lines. */
export async function usageHistory(db: Reader, query: UsageQuery, limit: number): Promise<UsageGroupLine[]> {
  const { by } = query;
  const lines = await linesOf(db, query);
  const rows = await lines
    .select(callsByOutcome())
    .select(by.map((group) => sql.ref<string>(COLUMNS[group]).as(group)))
    .groupBy(by.map((group) => COLUMNS[group]))
    .orderBy(sql.join(by.map((group) => sql.ref(COLUMNS[group]))))
    .limit(limit)
    .execute();
  return rows.map(({ calls, units, clientErrors, serverErrors, refused, ...group }) => ({
    group,
    calls,
    units,
    clientErrors,
    serverErrors,
    refused,
  }));
}

/** The column of each group in the result of `linesOf`. */
const COLUMNS = {
  day: 'lines.day',
  key: 'lines.key_id',
  user: 'lines.user_id',
  calculator: 'lines.calculator',
  status: 'lines.answered',
} as const satisfies Record<UsageGroup, string>;

/** The rows of a range, with the values of the last group beyond the `top` as `*`. */
async function linesOf(db: Reader, query: UsageQuery) {
  const { by, top } = query;
  const last = by.at(-1);
  if (top === undefined || last === undefined) return rowsOf(db, query);
  const rows = await rowsOf(db, query)
    .select([sql.ref<string>(COLUMNS[last]).as('name'), ...callsByOutcome()])
    .groupBy(COLUMNS[last])
    .where(COLUMNS[last], '<>', OTHERS)
    .orderBy('calls', 'desc')
    .orderBy(COLUMNS[last])
    .limit(top)
    .execute();
  return rowsOf(db, query, { group: last, names: rows.map(({ name }) => name) });
}

/** @param kept replaces every other value of a group by `*` */
function rowsOf(
  db: Reader,
  { clientId, since, until, userId }: UsageQuery,
  kept?: { readonly group: UsageGroup; readonly names: readonly string[] },
) {
  const value = (group: UsageGroup, column: RawBuilder<string>) => {
    if (kept?.group !== group) return column;
    if (kept.names.length === 0) return sql<string>`'*'`;
    return sql<string>`case when ${column} in (${sql.join(kept.names)}) then ${column} else '*' end`;
  };
  const rows = db
    .selectFrom('usage_fold')
    .leftJoin('keys', 'keys.id', 'usage_fold.key_id')
    .where('usage_fold.client_id', '=', clientId)
    .where('day', '>=', since)
    .where('day', '<=', until)
    .$if(userId !== undefined, (mine) => mine.where('keys.user_id', '=', userId ?? ''))
    .select(['usage_fold.status', 'usage_fold.calls', 'usage_fold.units'])
    .select([
      value('day', sql<string>`usage_fold.day`).as('day'),
      value('key', sql<string>`usage_fold.key_id`).as('key_id'),
      value('user', sql<string>`coalesce(keys.user_id, '')`).as('user_id'),
      value('calculator', sql<string>`usage_fold.calculator`).as('calculator'),
      value('status', sql<string>`case usage_fold.status when 'returned' then '2xx' else usage_fold.status end`).as(
        'answered',
      ),
    ]);
  return db.selectFrom(rows.as('lines'));
}
