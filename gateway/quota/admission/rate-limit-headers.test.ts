import { describe, expect, it } from 'vitest';
import type { Limits, Verdict } from '../contract.ts';
import { rateLimit, rateLimitPolicy, retryAfter, violatedPolicies } from './rate-limit-headers.ts';

const plan: Limits = { version: 1, quota: 200, burst: { q: 12, w: 60 }, mode: 'block', granted: 0, ceiling: null };
const admitted: Verdict = {
  outcome: 'admitted',
  split: { included: 1, overage: 0, credits: 0 },
  burstLeft: 11,
  burstFull: 5,
  burstRetry: 0,
  used: 1,
  spendable: 0,
};

function shown(iso: string, verdict: Partial<Verdict> = {}, limits: Partial<Limits> = {}) {
  const at = Date.parse(iso);
  return {
    verdict: { ...admitted, ...verdict },
    limits: { ...plan, ...limits },
    at,
    month: iso.slice(0, 7),
    onlyReservations: false,
  };
}

describe('RateLimit-Policy shows the length of this UTC month', () => {
  it.each([
    ['28 days', '2026-02-11T00:00:00Z', 2_419_200],
    ['29 days', '2028-02-11T00:00:00Z', 2_505_600],
    ['30 days', '2026-11-21T00:00:00Z', 2_592_000],
    ['31 days', '2026-12-31T00:00:00Z', 2_678_400],
  ])('%s', (_days, iso, seconds) => {
    expect(rateLimitPolicy(shown(iso))).toBe(`"burst";q=12;w=60, "month";q=200;w=${seconds}`);
  });

  it('even if the same limits were shown in another month before', () => {
    const { limits } = shown('2026-02-11T00:00:00Z');
    expect(rateLimitPolicy({ ...shown('2026-02-28T23:59:59Z'), limits })).toContain('w=2419200');
    expect(rateLimitPolicy({ ...shown('2026-03-01T00:00:00Z'), limits })).toContain('w=2678400');
  });
});

describe('RateLimit-Policy follows the credits', () => {
  it('even if the same limits were shown with other credits before', () => {
    const { limits } = shown('2026-11-21T00:00:00Z', {}, { mode: 'credits', granted: 9 });
    expect(rateLimitPolicy({ ...shown('2026-11-21T00:00:00Z', { spendable: 9 }), limits })).toContain('"month";q=209');
    expect(rateLimitPolicy({ ...shown('2026-11-21T00:00:00Z', { spendable: 8 }), limits })).toContain('"month";q=208');
  });
});

describe('RateLimit counts the seconds to the end of the UTC month', () => {
  it.each([
    ['the first instant', '2026-11-01T00:00:00.000Z', 2_592_000],
    ['a started second counts as a whole one', '2026-11-01T00:00:00.001Z', 2_592_000],
    ['the last day of 28', '2026-02-28T00:00:00.000Z', 86_400],
    ['the last day of 29', '2028-02-29T00:00:00.000Z', 86_400],
    ['a second before midnight', '2026-12-31T23:59:59.000Z', 1],
    ['a millisecond before midnight', '2026-12-31T23:59:59.999Z', 1],
  ])('%s', (_what, iso, seconds) => {
    expect(rateLimit(shown(iso))).toBe(`"burst";r=11;t=5, "month";r=199;t=${seconds}`);
  });
});

describe('credits', () => {
  const noon = '2026-11-21T12:00:00Z';

  it('add to the quota before it is used up', () => {
    const view = shown(noon, { used: 30, spendable: 50 }, { quota: 100, mode: 'credits', granted: 50 });
    expect(rateLimitPolicy(view)).toContain('"month";q=150');
    expect(rateLimit(view)).toContain('"month";r=120');
  });

  it('are the remaining calls once the quota is used up', () => {
    const view = shown(noon, { used: 110, spendable: 40 }, { quota: 100, mode: 'credits', granted: 50 });
    expect(rateLimitPolicy(view)).toContain('"month";q=140');
    expect(rateLimit(view)).toContain('"month";r=40');
  });

  it('below zero count as zero', () => {
    const view = shown(noon, { used: 90, spendable: -20 }, { quota: 100, mode: 'credits', granted: 0 });
    expect(rateLimitPolicy(view)).toContain('"month";q=100');
    expect(rateLimit(view)).toContain('"month";r=10');
  });

  it('do not count outside the credits mode', () => {
    expect(rateLimit(shown(noon, { used: 200, spendable: 50 }, { mode: 'block' }))).toContain('"month";r=0');
  });
});

describe('unlimited policies and ceilings', () => {
  const noon = '2026-11-30T12:00:00Z';
  const unlimited = { burstLeft: Number.POSITIVE_INFINITY, burstFull: 0, used: 7 };

  it('leaves an unlimited month out', () => {
    const view = shown(noon, {}, { quota: null });
    expect(rateLimitPolicy(view)).toBe('"burst";q=12;w=60');
    expect(rateLimit(view)).toBe('"burst";r=11;t=5');
  });

  it('leaves an unlimited burst out', () => {
    const view = shown(noon, unlimited, { burst: null });
    expect(rateLimitPolicy(view)).toBe('"month";q=200;w=2592000');
    expect(rateLimit(view)).toBe('"month";r=193;t=43200');
  });

  it('shows nothing without a limit', () => {
    const view = shown(noon, unlimited, { quota: null, burst: null });
    expect(rateLimitPolicy(view)).toBe('');
    expect(rateLimit(view)).toBe('');
  });

  it('shows the ceiling of an unlimited month', () => {
    const view = shown(noon, { used: 7 }, { quota: null, ceiling: 10 });
    expect(rateLimitPolicy(view)).toContain('"month";q=10;');
    expect(rateLimit(view)).toContain('"month";r=3;');
  });

  it('shows the ceiling if it is reached first', () => {
    const view = shown('2026-11-21T12:00:00Z', { used: 110, spendable: 500 }, { mode: 'credits', ceiling: 250 });
    expect(rateLimitPolicy(view)).toContain('"month";q=250');
    expect(rateLimit(view)).toContain('"month";r=140');
  });

  it('never shows a negative number', () => {
    expect(rateLimit(shown('2026-11-21T12:00:00Z', { used: 300 }))).toContain('"month";r=0');
  });
});

describe('a refusal', () => {
  it('by the burst lasts until the next token, as t says too', () => {
    const view = shown('2026-11-21T12:00:00Z', { outcome: 'burst', burstLeft: 0, burstFull: 60, burstRetry: 5 });
    expect(rateLimit(view)).toContain('"burst";r=0;t=5,');
    expect(retryAfter(view)).toBe(5);
    expect(violatedPolicies(view)).toEqual(['burst']);
  });

  it.each(['month', 'credits', 'cap'] as const)('by %s lasts until the month ends', (outcome) => {
    const view = shown('2026-11-30T23:00:00.500Z', { outcome, used: 200 });
    expect(retryAfter(view)).toBe(3600);
    expect(violatedPolicies(view)).toEqual(['month']);
  });

  it('caused only by reservations asks for a retry after a second', () => {
    expect(retryAfter({ ...shown('2026-11-21T12:00:00Z', { outcome: 'month' }), onlyReservations: true })).toBe(1);
  });

  it('never asks to retry at once', () => {
    expect(retryAfter({ ...shown('2026-12-01T00:00:00Z', { outcome: 'month' }), month: '2026-11' })).toBe(1);
  });

  it('an admitted call violates no policy', () => {
    expect(violatedPolicies(shown('2026-11-21T12:00:00Z'))).toEqual([]);
  });
});
