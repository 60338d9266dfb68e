import type { AuditQuery } from '../../api/audit.ts';

/** What the address of the page asks for: days, as they are here, in place of instants. */
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

/** The same for the API: the days begin and end with the midnights of this machine, and the last one is meant whole. */
export function queryOf({ from, to, ...rest }: AuditFilter): AuditQuery {
  return { ...rest, from: midnight(from, 0), to: midnight(to, 1) };
}

/** What is no day is for the API to refuse. */
function midnight(day: string, later: number): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return day;
  const at = new Date(0);
  at.setFullYear(year, month - 1, date + later);
  at.setHours(0, 0, 0, 0);
  return at.toISOString();
}
