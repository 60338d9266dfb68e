import type { Config } from '../configuration/config.ts';
import { monthOf, monthStart } from '../values/calendar.ts';

/** How many whole months before the running one are kept. */
export interface Retention {
  readonly usageMonths: number;
  readonly auditMonths: number;
}

export type RetentionConfig = Pick<Config, 'USAGE_RETENTION_MONTHS' | 'AUDIT_RETENTION_MONTHS'>;

export function retentionOf(config: RetentionConfig): Retention {
  return { usageMonths: config.USAGE_RETENTION_MONTHS, auditMonths: config.AUDIT_RETENTION_MONTHS };
}

/** The instant from which on rows are kept: the beginning of the month that lies `months` before the running one. */
export function keptSince(now: number, months: number): number {
  const start = new Date(monthStart(monthOf(now)));
  return start.setUTCMonth(start.getUTCMonth() - months);
}
