import { monthEnd, monthStart } from '../../values/calendar.ts';
import type { Limits } from '../contract.ts';
import type { Decision } from './admission-request.ts';

/**
 * The quota headers of draft-ietf-httpapi-ratelimit-headers-11, with two policies: `burst` (per key) and `month` (per
 * client). No other file knows the format of the draft.
 */

/** Shown for an unlimited policy: the largest integer of a structured field (RFC 9651, section 3.3.1). */
const UNLIMITED = 999_999_999_999_999;

/** The parts of a decision that the headers show. */
export type Shown = Pick<Decision, 'verdict' | 'limits' | 'at' | 'month'>;

export type PolicyName = 'burst' | 'month';

const policies = new WeakMap<Limits, { month: string; q: number; text: string }>();

/** `RateLimit-Policy`: the quota and window of each policy. The window of `month` is the length of this UTC month. */
export function rateLimitPolicy({ verdict, limits, month }: Shown): string {
  const q = monthQuota(limits, verdict.spendable);
  const cached = policies.get(limits);
  if (cached !== undefined && cached.month === month && cached.q === q) return cached.text;
  const burst = limits.burst ?? { q: UNLIMITED, w: 1 };
  const seconds = (monthEnd(month) - monthStart(month)) / 1000;
  const text = `"burst";q=${burst.q};w=${burst.w}, "month";q=${q};w=${seconds}`;
  policies.set(limits, { month, q, text });
  return text;
}

/** `RateLimit`: what is left after this call, and the seconds until it grows again. */
export function rateLimit(shown: Shown): string {
  const { verdict, limits } = shown;
  const burstLeft = Math.min(verdict.burstLeft, UNLIMITED);
  const left = monthLeft(limits, verdict.used, verdict.spendable);
  return `"burst";r=${burstLeft};t=${burstWindow(shown)}, "month";r=${left};t=${secondsOfMonthLeft(shown)}`;
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

function monthQuota(limits: Limits, spendable: number): number {
  if (limits.quota === null) return Math.min(UNLIMITED, limits.ceiling ?? UNLIMITED);
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
