import type { LimitOverrides } from '../accounts/plans/limits.ts';
import type { PageRequest } from '../records/page.ts';
import type { KeyEnvironment } from '../records/tables.ts';
import { isInstant, MONTH } from '../values/instant.ts';
import { UsageError } from './command.ts';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `90s`, `15m`, `12h` or `7d` into milliseconds. @throws UsageError */
export function duration(option: string, text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const factor = UNIT_MS[unit];
  if (factor === undefined) {
    throw new UsageError(`--${option} must be a duration such as 12h or 7d, not "${text}"`);
  }
  return Number(digits) * factor;
}

/**
 * Parses a time from now (`30d`) or a UTC date or time (`2027-01-31`, `2027-01-31T12:00:00Z`), up to 2100.
 *
 * @throws UsageError
 */
export function instant(option: string, text: string, now: number): number {
  const at = readInstant(option, text, now);
  if (isInstant(at)) return at;
  throw new UsageError(`--${option} must be between 2000 and 2100, not "${text}"`);
}

function readInstant(option: string, text: string, now: number): number {
  if (/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z)?$/.test(text)) {
    const at = Date.parse(text);
    // Date.parse accepts the 31st of February as the 3rd of March.
    if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10))) {
      return at;
    }
    throw new UsageError(`--${option}: ${text} is not a valid date`);
  }
  return now + duration(option, text);
}

/** Parses a whole number from 0. @throws UsageError */
export function count(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(value)) {
    throw new UsageError(`${name} must be a whole number, not "${text}"`);
  }
  return value;
}

/** @throws UsageError */
export function yesOrNo(option: string, text: string): boolean {
  return oneOf(option, text, ['yes', 'no']) === 'yes';
}

/** Accepts one of the given words. @throws UsageError */
export function oneOf<const Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text);
  if (found === undefined) throw new UsageError(`${option} must be ${words.join(' or ')}, not "${text}"`);
  return found;
}

/** @throws UsageError */
export function environment(text: string): KeyEnvironment {
  if (text !== 'dev' && text !== 'test' && text !== 'live') {
    throw new UsageError(`--env must be dev, test or live, not "${text}"`);
  }
  return text;
}

/** Accepts a UTC month from 2000 to 2099, such as `2026-11`. @throws UsageError */
export function month(text: string): string {
  if (!MONTH.test(text)) {
    throw new UsageError(`--month must be a month such as 2026-11, not "${text}"`);
  }
  return text;
}

/** Options of every list command. */
export const PAGING = {
  limit: 'entries per page (default: 50)',
  cursor: 'start of the page, as printed below the previous page',
};

/** Longest page, because a page is held in memory. */
const MOST_LINES = 1_000;

/** Parses the options of `PAGING`. @throws UsageError */
export function page({ limit = '50', cursor }: Readonly<Record<string, string>>): PageRequest {
  const lines = count('--limit', limit);
  if (lines < 1 || lines > MOST_LINES) throw new UsageError(`--limit must be between 1 and ${MOST_LINES}`);
  return { limit: lines, cursor: cursor ?? null };
}

/** Splits a comma-separated list. */
export function list(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

/** Parses names separated by commas. @throws UsageError */
export function names(option: string, text: string): string[] {
  const parts = list(text);
  if (!parts.every((name) => /^[a-z0-9][a-z0-9-]*$/.test(name))) {
    throw new UsageError(`--${option} must be names separated by commas, such as tdee,bmi, not "${text}"`);
  }
  return parts;
}

/** Parses the limits given to `plan set`; limits that are not given stay absent. @throws UsageError */
export function overrides(options: Readonly<Record<string, string>>): LimitOverrides {
  const { quota, burst, mode, ceiling } = options;
  return {
    ...(quota === undefined ? {} : { quota: quota === 'unlimited' ? null : count('--quota', quota) }),
    ...(burst === undefined ? {} : { burst: burst === 'unlimited' ? null : burstPolicy(burst) }),
    ...(mode === undefined ? {} : { mode: overageMode(mode) }),
    ...(ceiling === undefined ? {} : { ceiling: ceiling === 'none' ? null : count('--ceiling', ceiling) }),
  };
}

function burstPolicy(text: string): { q: number; w: number } {
  const [, q = '0', w = '0'] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  const policy = { q: Number(q), w: Number(w) };
  if (policy.q === 0 || policy.w === 0) {
    throw new UsageError(`--burst must be calls/seconds such as 100/10, or unlimited, not "${text}"`);
  }
  return policy;
}

function overageMode(text: string): 'block' | 'credits' | 'soft' {
  if (text !== 'block' && text !== 'credits' && text !== 'soft') {
    throw new UsageError(`--mode must be block, credits or soft, not "${text}"`);
  }
  return text;
}
