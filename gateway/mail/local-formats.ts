import { type Language, localeOf } from '../../calculators/kit/index.ts';
import { monthStart } from '../values/calendar.ts';
import { isoTime } from '../values/instant.ts';

// A mail states times in UTC, because the gateway does not know the time zone of the reader.

/** A whole number with the separators of the language: `12,345`, in German `12.345`. */
export function localNumber(language: Language, value: number): string {
  return value.toLocaleString(localeOf(language));
}

/** A UTC month, `2026-11`, in words: `November 2026`. */
export function localMonth(language: Language, month: string): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(monthStart(month)).toLocaleDateString(localeOf(language), format);
}

/** An instant to the minute, in UTC: `November 22, 2026 at 14:30 UTC`. */
export function localTime(language: Language, at: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return `${new Date(isoTime(at)).toLocaleString(localeOf(language), format)} UTC`;
}
