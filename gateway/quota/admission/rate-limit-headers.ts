import { monthEnd, monthStart } from '../../values/calendar.ts';
import type { Limits } from '../contract.ts';
import type { Decision } from './admission-request.ts';

/**
 * The quota headers of draft-ietf-httpapi-ratelimit-headers-11, with two policies: `burst` (per key) and `month` (per
 * client). A policy without a limit is left out. No other file knows the format of the draft.
 */

/** The parts of a decision that the headers show. */
export type Shown = Pick<Decision, 'verdict' | 'limits' | 'at' | 'month'>;

export type PolicyName = 'burst' | 'month';

const policies = new WeakMap<Limits, { month: string; q: number; text: string }>();

/**
 * `RateLimit-Policy`: the quota and window of each policy; empty without a limit. The window of `month` is the length of
 * this UTC month.
 */
export function rateLimitPolicy({ verdict, limits, month }: Shown): string {
  const q = monthQuota(limits, verdict.spendable);
  const cached = policies.get(limits);
  if (cached !== undefined && cached.month === month && cached.q === q) return cached.text;
  const { burst } = limits;
  const seconds = (monthEnd(month) - monthStart(month)) / 1000;
  const text = list(
    burst === null ? '' : `"burst";q=${burst.q};w=${burst.w}`,
    q === UNLIMITED ? '' : `"month";q=${q};w=${seconds}`,
  );
  policies.set(limits, { month, q, text });
  return text;
}

/** `RateLimit`: what is left after this call, and the seconds until it grows again; empty without a limit. */
export function rateLimit(shown: Shown): string {
  const { verdict, limits } = shown;
  const left = monthLeft(limits, verdict.used, verdict.spendable);
  return list(
    limits.burst === null ? '' : `"burst";r=${verdict.burstLeft};t=${burstWindow(shown)}`,
    left === UNLIMITED ? '' : `"month";r=${left};t=${secondsOfMonthLeft(shown)}`,
  );
}

/** A list of two members, of which either may be empty. */
function list(burst: string, month: string): string {
  return burst === '' || month === '' ? burst + month : `${burst}, ${month}`;
}

/** The policies that refused the call; empty if it was admitted. A key's own cap counts as part of the month. */
export function violatedPolicies({ verdict }: Pick<Decision, 'verdict'>): readonly PolicyName[] {
  if (verdict.outcome === 'admitted') return [];
  return verdict.outcome === 'burst' ? ['burst'] : ['month'];
}

/**
 * `Retry-After` of a refused call, in whole seconds: until the next token, the next month, or the end of a reservation.
 */
export function retryAfter(decision: Shown & Pick<Decision, 'onlyReservations'>): number {
  if (decision.onlyReservations) return 1;
  return decision.verdict.outcome === 'burst' ? burstWindow(decision) : Math.max(1, secondsOfMonthLeft(decision));
}

/**
 * Seconds until the bucket is full, or until the next token if the burst refused the call: the 0 tokens shown beside it
 * last that long, and `Retry-After` must not be earlier.
 */
function burstWindow({ verdict }: Shown): number {
  return verdict.outcome === 'burst' ? verdict.burstRetry : verdict.burstFull;
}

function secondsOfMonthLeft({ at, month }: Shown): number {
  return Math.max(0, Math.ceil((monthEnd(month) - at) / 1000));
}

/** The quota and left units of a client without a limit. */
const UNLIMITED = Number.POSITIVE_INFINITY;

function monthQuota(limits: Limits, spendable: number): number {
  if (limits.quota === null) return limits.ceiling ?? UNLIMITED;
  return Math.min(limits.quota + spendableUnits(limits, spendable), limits.ceiling ?? UNLIMITED);
}

/** Units left to call. Overage so far was paid from credits that `spendable` no longer includes. */
function monthLeft(limits: Limits, used: number, spendable: number): number {
  const beforeCeiling = limits.ceiling === null ? UNLIMITED : Math.max(0, limits.ceiling - used);
  if (limits.quota === null) return beforeCeiling;
  return Math.min(Math.max(0, limits.quota - used) + spendableUnits(limits, spendable), beforeCeiling);
}

function spendableUnits(limits: Limits, spendable: number): number {
  return limits.mode === 'credits' ? Math.max(0, spendable) : 0;
}
