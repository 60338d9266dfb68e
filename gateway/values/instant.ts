// Instants are milliseconds since 1970. Inputs lie between these two; outputs may be older data.

/** 2000-01-01 and 2100-01-01 UTC. No key, audit entry or payment has an instant outside. */
export const EARLIEST_INSTANT = Date.UTC(2000, 0, 1);
export const LATEST_INSTANT = Date.UTC(2100, 0, 1);

/** Whether an instant is valid input: from 2000 to the start of 2100, inclusive. */
export function isInstant(at: number): boolean {
  return Number.isSafeInteger(at) && at >= EARLIEST_INSTANT && at <= LATEST_INSTANT;
}

/** First and last instant that ISO 8601 writes with a four-digit year. */
const FIRST_WRITABLE = Date.parse('0000-01-01T00:00:00Z');
const LAST_WRITABLE = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Formats an instant in ISO 8601 (UTC). An instant outside the writable range, from older data, becomes the nearest
 * writable one, so that a bad row never breaks a list. Never throws.
 */
export function isoTime(at: number): string {
  const writable = Math.min(Math.max(Number.isNaN(at) ? FIRST_WRITABLE : at, FIRST_WRITABLE), LAST_WRITABLE);
  return new Date(writable).toISOString();
}

/** UTC months of 2000 to 2099, such as 2026-11. */
export const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;
