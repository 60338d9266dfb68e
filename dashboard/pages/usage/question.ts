import { USAGE_GROUPS, type UsageGroup, type UsageQuestion } from '../../api/usage.ts';

export const RANGES = ['this-month', 'last-month', '30-days', 'custom'] as const;
export type Range = (typeof RANGES)[number];

/** The page's parameters. The address holds them, so a view can be bookmarked and shared. */
export interface Question extends UsageQuestion {
  readonly range: Range;
  readonly by: UsageGroup;
}

const DAY_MS = 86_400_000;

/** Reads the query of the page's address; missing and invalid values become the defaults. */
export function questionOf(query: URLSearchParams, now: number): Question {
  const range = RANGES.find((one) => one === query.get('range')) ?? 'this-month';
  const by = USAGE_GROUPS.find((one) => one === query.get('by')) ?? 'day';
  return { range, by, ...daysOf(range, query, now) };
}

/** The query of the page's address for these parameters. */
export function queryOf({ range, since, until, by }: Question): Readonly<Record<string, string | null>> {
  const days = range === 'custom' ? { since, until } : {};
  return { range: range === 'this-month' ? null : range, by: by === 'day' ? null : by, ...days };
}

function daysOf(range: Range, query: URLSearchParams, now: number): Pick<Question, 'since' | 'until'> {
  const today = dayOf(now);
  const first = `${today.slice(0, 7)}-01`;
  switch (range) {
    case 'this-month':
      return { since: first, until: today };
    case 'last-month': {
      const until = dayOf(Date.parse(first) - DAY_MS);
      return { since: `${until.slice(0, 7)}-01`, until };
    }
    case '30-days':
      return { since: dayOf(now - 29 * DAY_MS), until: today };
    case 'custom':
      return { since: dayIn(query, 'since') ?? first, until: dayIn(query, 'until') ?? today };
  }
}

function dayIn(query: URLSearchParams, name: string): string | null {
  const text = query.get(name) ?? '';
  const at = Date.parse(text);
  return Number.isNaN(at) || dayOf(at) !== text ? null : text;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
