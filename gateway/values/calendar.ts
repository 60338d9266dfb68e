const DAY = 86_400_000;

let today = Number.NaN;
let name = '';

/** The UTC day of an instant, `2026-11-21`. Caches the last day, because the hot path asks for today. */
export function dayOf(at: number): string {
  const day = Math.floor(at / DAY);
  if (day !== today) {
    today = day;
    name = new Date(day * DAY).toISOString().slice(0, 10);
    month = name.slice(0, 7);
  }
  return name;
}

let month = '';

/** The UTC month of an instant, `2026-11`. */
export function monthOf(at: number): string {
  dayOf(at);
  return month;
}

/** The instant at which a UTC month begins. */
export function monthStart(of: string): number {
  return Date.UTC(Number(of.slice(0, 4)), Number(of.slice(5)) - 1);
}

let endOf = '';
let end = Number.NaN;

/**
 * The instant at which a UTC month ends and the next begins. Caches the last month, because the hot path asks for the
 * current one.
 */
export function monthEnd(of: string): number {
  if (of !== endOf) {
    endOf = of;
    end = Date.UTC(Number(of.slice(0, 4)), Number(of.slice(5)));
  }
  return end;
}

/** The UTC month after another. */
export function nextMonth(month: string): string {
  return monthOf(monthEnd(month));
}

/** The UTC month before the one of an instant. */
export function previousMonth(at: number): string {
  return monthOf(monthStart(monthOf(at)) - 1);
}
