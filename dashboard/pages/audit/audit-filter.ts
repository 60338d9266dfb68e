import type { AuditQuery } from '../../api/audit.ts';

/** The filter in the address of the page: local days instead of instants. */
export type AuditFilter = AuditQuery;

export function filterOf(query: URLSearchParams): AuditFilter {
  const value = (name: string) => query.get(name) ?? '';
  return {
    action: value('action'),
    record: value('record'),
    actor: value('actor'),
    from: value('from'),
    to: value('to'),
  };
}

export const EVERYTHING: AuditFilter = filterOf(new URLSearchParams());

export function isEverything(filter: AuditFilter): boolean {
  return Object.values(filter).every((value) => value === '');
}

/** The filter for the API: days begin and end at local midnight, and the last day is included. */
export function queryOf({ from, to, ...rest }: AuditFilter): AuditQuery {
  return { ...rest, from: midnight(from, 0), to: midnight(to, 1) };
}

/** An invalid day is sent as it is, and the API refuses it. */
function midnight(day: string, later: number): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return day;
  const at = new Date(0);
  at.setFullYear(year, month - 1, date + later);
  at.setHours(0, 0, 0, 0);
  return at.toISOString();
}
