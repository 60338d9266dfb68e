import { monthEnd, monthOf, monthStart } from '../values/calendar.ts';

/** Before so much of a period has passed its rate says nothing. */
const SOONEST_MS = 3_600_000;

/**
 * Units at the end of the current month if it goes on as it went so far: a plain line.
 *
 * @param since the client exists since then, in milliseconds since 1970
 * @returns `null` within the first hour
 */
export function forecast(used: number, since: number, now: number): number | null {
  const month = monthOf(now);
  const elapsed = now - Math.max(monthStart(month), since);
  if (elapsed < SOONEST_MS) return null;
  return Math.round(used + (used / elapsed) * (monthEnd(month) - now));
}
