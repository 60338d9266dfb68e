import { sql } from 'kysely';
import { csvLine } from '../csv.ts';
import { monthEnd, monthOf } from '../quota/calendar.ts';
import type { Reader } from '../records/records.ts';
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

/** Usage over a range of days, as far as it is folded, in the order of its groups; at most `limit` lines. */
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

/** No range has so many groups; it keeps a mistake from filling the memory. */
const MOST_LINES = 1_000_000;

/** Usage as CSV, a heading first; by day it is read month after month. */
export async function* exportUsage(db: Reader, query: UsageQuery): AsyncGenerator<string> {
  const { by, since, until } = query;
  yield csvLine([...by, 'calls', 'units', 'client_errors', 'server_errors', 'refused']);
  const parts = by[0] === 'day' ? months(since, until) : [{ since, until }];
  for (const part of parts) {
    const lines = await usageHistory(db, { ...query, ...part }, MOST_LINES);
    yield lines
      .map(({ group, calls, units, clientErrors, serverErrors, refused }) =>
        csvLine([...by.map((name) => group[name] ?? ''), calls, units, clientErrors, serverErrors, refused]),
      )
      .join('');
  }
}

function* months(since: string, until: string): Generator<Pick<UsageQuery, 'since' | 'until'>> {
  let month = since.slice(0, 7);
  while (month <= until.slice(0, 7)) {
    const [first, last] = [`${month}-01`, `${month}-31`];
    yield { since: since > first ? since : first, until: until < last ? until : last };
    month = monthOf(monthEnd(month));
  }
}
