import { sql } from 'kysely';
import type { Reader } from '../records/records.ts';
import { csvLine } from '../values/csv.ts';
import { callsByOutcome, type UsageLine } from './report.ts';

/** What usage can be grouped by. `status`: the class of the answers, `2xx` the only one that is charged. */
export const USAGE_GROUPS = ['day', 'key', 'user', 'calculator', 'status'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Which usage is asked for. */
export interface UsageQuery {
  readonly clientId: string;
  /** UTC days, `2026-11-01`, both included. */
  readonly since: string;
  readonly until: string;
  readonly by: readonly UsageGroup[];
  /** Only the calls by keys of this user. */
  readonly userId?: string;
}

/** The calls of one group: those charged, with their units, and those that were not, apart. */
export interface UsageGroupLine extends Omit<UsageLine, 'name'> {
  /** By the groups that were asked for. `key`, `user` and `calculator` may be empty: a call that never came so far. */
  readonly group: Readonly<Partial<Record<UsageGroup, string>>>;
}

/** Usage over a range of days, as far as it is checkpointed, in the order of its groups; at most `limit` lines. */
export async function usageHistory(db: Reader, query: UsageQuery, limit: number): Promise<UsageGroupLine[]> {
  const { clientId, since, until, by, userId } = query;
  const columns = {
    day: sql<string>`usage_fold.day`,
    key: sql<string>`usage_fold.key_id`,
    user: sql<string>`coalesce(keys.user_id, '')`,
    calculator: sql<string>`usage_fold.calculator`,
    status: sql<string>`case usage_fold.status when 'returned' then '2xx' else usage_fold.status end`,
  };
  const rows = await db
    .selectFrom('usage_fold')
    .leftJoin('keys', 'keys.id', 'usage_fold.key_id')
    .where('usage_fold.client_id', '=', clientId)
    .where('day', '>=', since)
    .where('day', '<=', until)
    .$if(userId !== undefined, (mine) => mine.where('keys.user_id', '=', userId ?? ''))
    .select(callsByOutcome())
    .select(by.map((group) => columns[group].as(group)))
    .groupBy(by.map((group) => columns[group]))
    .orderBy(sql.join(by.map((group) => columns[group])))
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

/** More groups than any range has: a bound on the memory of one export. */
const MOST_LINES = 1_000_000;

/** Lines in one part of an export: the caller takes some 50 KB at a time. */
const LINES_AT_ONCE = 500;

/** Usage as CSV, a heading first. Usage by day is read month after month. */
export async function* exportUsage(db: Reader, query: UsageQuery): AsyncGenerator<string> {
  const { by, since, until } = query;
  yield csvLine([...by, 'calls', 'units', 'client_errors', 'server_errors', 'refused']);
  for await (const part of by[0] === 'day' ? monthsWithUsage(db, query) : [{ since, until }]) {
    const lines = await usageHistory(db, { ...query, ...part }, MOST_LINES);
    for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
      yield lines
        .slice(start, start + LINES_AT_ONCE)
        .map(({ group, calls, units, clientErrors, serverErrors, refused }) =>
          csvLine([...by.map((name) => group[name] ?? ''), calls, units, clientErrors, serverErrors, refused]),
        )
        .join('');
    }
  }
}

/** The parts of a range, a month each. Months without usage are skipped: a long range costs no more than its rows. */
async function* monthsWithUsage(
  db: Reader,
  { clientId, since, until }: UsageQuery,
): AsyncGenerator<Pick<UsageQuery, 'since' | 'until'>> {
  for (let from = since; ; ) {
    const { first } = await db
      .selectFrom('usage_fold')
      .where('client_id', '=', clientId)
      .where('day', '>=', from)
      .where('day', '<=', until)
      .select((eb) => eb.fn.min<string | null>('day').as('first'))
      .executeTakeFirstOrThrow();
    if (first === null) return;
    // No month has a 32nd day, so as text this lies behind each day of its month.
    const end = `${first.slice(0, 7)}-32`;
    yield { since: first, until: end < until ? end : until };
    from = end;
  }
}
