import type { UsageGroupLine } from '../../api/usage.ts';

/** Longer ranges are drawn by month. */
const MOST_DAYS = 93;

const DAY_MS = 86_400_000;

/** The points of a chart. */
export interface Points {
  readonly unit: 'day' | 'month';
  /** UTC days or months, without a gap. */
  readonly names: readonly string[];
}

/** All days of a range, or for a long range its months from the first call to the last. */
export function pointsOf(since: string, until: string, lines: readonly UsageGroupLine[]): Points {
  const days = (Date.parse(until) - Date.parse(since)) / DAY_MS + 1;
  if (days <= MOST_DAYS) {
    const names = Array.from({ length: Math.max(0, days) }, (_, day) => dayAfter(since, day));
    return { unit: 'day', names };
  }
  const used = lines.map(({ group: { day = '' } }) => day.slice(0, 7)).toSorted();
  const [first, last] = [used[0], used.at(-1)];
  const names: string[] = [];
  for (let month = first; month !== undefined && last !== undefined && month <= last; month = monthAfter(month)) {
    names.push(month);
  }
  return { unit: 'month', names };
}

/** Sums a count of lines at each point. */
export function valuesAt(
  { unit, names }: Points,
  lines: readonly UsageGroupLine[],
  count: (line: UsageGroupLine) => number,
): number[] {
  const sums = new Map<string, number>();
  for (const line of lines) {
    const day = line.group.day ?? '';
    const name = unit === 'day' ? day : day.slice(0, 7);
    sums.set(name, (sums.get(name) ?? 0) + count(line));
  }
  return names.map((name) => sums.get(name) ?? 0);
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function monthAfter(month: string): string {
  return dayAfter(`${month}-01`, 31).slice(0, 7);
}
