import { localeOf } from './languages.ts';
import { language } from './texts.ts';

const locale = () => localeOf(language());

/** A whole number with the separators of the language. */
export function formatNumber(value: number): string {
  return value.toLocaleString(locale());
}

/** A share of 1 in whole per cent. */
export function formatPercent(share: number): string {
  return share.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: 0 });
}

/** An instant (ISO 8601) as day and time of this machine. */
export function formatTime(instant: string): string {
  return unbroken(new Date(instant).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' }));
}

/** An instant to the second, with its time zone. */
export function formatExactTime(instant: string): string {
  return unbroken(new Date(instant).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'long' }));
}

/** The day of an instant, or a UTC day such as 2026-11-21. */
export function formatDay(day: string): string {
  const utc = /^\d{4}-\d\d-\d\d$/.test(day) ? { timeZone: 'UTC' } : {};
  return unbroken(new Date(day).toLocaleDateString(locale(), { dateStyle: 'medium', ...utc }));
}

/** A UTC day without its year, for charts and their tables. */
export function formatShortDay(day: string): string {
  return new Date(day).toLocaleDateString(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** A UTC month, such as 2026-11. */
export function formatMonth(month: string): string {
  return unbroken(
    new Date(`${month}-01`).toLocaleDateString(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  );
}

/** With no-break spaces, so that a line ends only after a comma: between the day and the time. */
function unbroken(date: string): string {
  return date.replace(/(?<![,،]) /g, '\u00a0');
}

/** Money of the API: an integer in the smallest unit of its currency (ISO 4217). */
export function formatMoney({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  const format = new Intl.NumberFormat(locale(), { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** A whole number with its sign, for additions and deductions. */
export function formatSigned(value: number): string {
  return value.toLocaleString(locale(), { signDisplay: 'exceptZero' });
}
