import type { Reader } from '../records/records.ts';
import { csvLine } from '../values/csv.ts';
import { type UsageQuery, usageHistory } from './history.ts';
import { namesIn } from './names.ts';

/** More groups than any range has; bounds the memory of one export. */
const MOST_LINES = 1_000_000;

/** Lines per chunk of an export, about 50 KB. */
const LINES_AT_ONCE = 500;

/**
 * Yields usage as CSV with a header row. The names of keys and users stand in the last columns. Usage by day is read
 * month by month.
 */
export async function* exportUsage(db: Reader, query: UsageQuery): AsyncGenerator<string> {
  const { by, since, until } = query;
  const named = (['key', 'user'] as const).filter((group) => by.includes(group));
  const names = named.map((group) => `${group}_name`);
  yield csvLine([...by, 'calls', 'units', 'client_errors', 'server_errors', 'refused', ...names]);
  for await (const part of by[0] === 'day' ? monthsWithUsage(db, query) : [{ since, until }]) {
    const lines = await usageHistory(db, { ...query, ...part }, MOST_LINES);
    for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
      const some = lines.slice(start, start + LINES_AT_ONCE);
      const { keys, users } = await namesIn(db, query.clientId, some);
      const nameOf = new Map([...keys, ...users].map(({ id, name }) => [id, name]));
      yield some
        .map(({ group, calls, units, clientErrors, serverErrors, refused }) => {
          const figures = [calls, units, clientErrors, serverErrors, refused];
          const own = named.map((one) => nameOf.get(group[one] ?? '') ?? '');
          return csvLine([...by.map((one) => group[one] ?? ''), ...figures, ...own]);
        })
        .join('');
    }
  }
}

/** Splits a range into months. Months without usage are skipped, so that a long range costs no more than its rows. */
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
    // No month has a 32nd day, so this text sorts after every day of its month.
    const end = `${first.slice(0, 7)}-32`;
    yield { since: first, until: end < until ? end : until };
    from = end;
  }
}
