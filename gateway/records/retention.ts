import type { Config } from '../configuration/config.ts';
import { monthOf, monthStart } from '../values/calendar.ts';

/** Whole months kept before the current one. */
export interface Retention {
  readonly usageMonths: number;
  readonly auditMonths: number;
}

export type RetentionConfig = Pick<Config, 'USAGE_RETENTION_MONTHS' | 'AUDIT_RETENTION_MONTHS'>;

export function retentionOf(config: RetentionConfig): Retention {
  return { usageMonths: config.USAGE_RETENTION_MONTHS, auditMonths: config.AUDIT_RETENTION_MONTHS };
}

/** The instant from which rows are kept: the start of the month `months` before the current one. */
export function keptSince(now: number, months: number): number {
  const start = new Date(monthStart(monthOf(now)));
  return start.setUTCMonth(start.getUTCMonth() - months);
}
