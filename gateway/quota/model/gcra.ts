import type { BurstPolicy } from '../contract.ts';

/**
 * The burst limit as a generic cell rate algorithm (ITU-T I.371, virtual scheduling). It stores one number per family
 * of keys: the theoretical arrival time `tat`, when the bucket is full again. All times are whole microseconds, so the
 * same arithmetic in Lua (doubles, exact below 2^53) decides the same.
 */

const MICROSECONDS = 1_000_000;

/** Microseconds per token, rounded up so that at most `q` tokens grow in a window. */
export function tokenInterval(policy: BurstPolicy): number {
  return Math.ceil((policy.w * MICROSECONDS) / policy.q);
}

/** Whether the bucket of `q` tokens holds one at `now`. */
export function hasToken(tat: number, now: number, interval: number, q: number): boolean {
  return Math.max(now, tat) + interval - now <= q * interval;
}

/**
 * The `tat` that counts at `now`. A bucket is never emptier than empty, so it is full after `q` intervals at the latest.
 * A later `tat` was written when the clock of the store was ahead, or under a greater policy.
 */
export function boundedTat(tat: number, now: number, interval: number, q: number): number {
  return Math.min(tat, now + q * interval);
}

/** The `tat` after taking a token at `now`. */
export function takeToken(tat: number, now: number, interval: number): number {
  return Math.max(now, tat) + interval;
}

/** Whole tokens in the bucket. 0 while leases hold more tokens than a smaller policy has. */
export function tokensLeft(tat: number, now: number, interval: number, q: number): number {
  return Math.max(0, Math.floor((q * interval - Math.max(0, tat - now)) / interval));
}

/** Whole seconds until the bucket is full; 0 if it is. */
export function secondsUntilFull(tat: number, now: number): number {
  return Math.ceil(Math.max(0, tat - now) / MICROSECONDS);
}

/** Whole seconds until an empty bucket holds a token. At least 1, because `Retry-After: 0` invites a busy loop. */
export function secondsUntilToken(tat: number, now: number, interval: number, q: number): number {
  return Math.max(1, Math.ceil((tat + interval - q * interval - now) / MICROSECONDS));
}
