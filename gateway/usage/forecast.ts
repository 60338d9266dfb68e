import { monthEnd, monthOf, monthStart } from '../values/calendar.ts';

/** Before this much of the month has passed, the rate is not meaningful. */
const SOONEST_MS = 86_400_000;

/**
 * Linear forecast of the units used by the end of the current month.
 *
 * @param since when the client was created, in milliseconds since 1970
 * @returns `null` within the first day
 */
export function forecast(used: number, since: number, now: number): number | null {
  const month = monthOf(now);
  const elapsed = now - Math.max(monthStart(month), since);
  if (elapsed < SOONEST_MS) return null;
  return Math.round(used + (used / elapsed) * (monthEnd(month) - now));
}
