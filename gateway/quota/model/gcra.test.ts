import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundedTat,
  hasToken,
  secondsUntilFull,
  secondsUntilToken,
  takeToken,
  tokenInterval,
  tokensLeft,
} from './gcra.ts';

/** 12 a minute: a token every 5 s. */
const FIVE_SECONDS = 5_000_000;
const NOW = Date.UTC(2026, 10, 21) * 1000;

describe('the token interval', () => {
  it.each([
    [12, 60, 5_000_000],
    [1, 1, 1_000_000],
    [1_000, 1, 1_000],
    // A third of a second, rounded up: rounding down would grow a fourth token within the second.
    [3, 1, 333_334],
    [7, 60, 8_571_429],
  ])('%i a window of %i s: every %i us', (q, w, interval) => {
    expect(tokenInterval({ q, w })).toBe(interval);
  });
});

describe('the bucket', () => {
  it('starts full with q tokens', () => {
    expect(tokensLeft(0, NOW, FIVE_SECONDS, 12)).toBe(12);
    expect(secondsUntilFull(0, NOW)).toBe(0);
  });

  it('rounds seconds up', () => {
    expect(secondsUntilFull(NOW + 1, NOW)).toBe(1);
    expect(secondsUntilFull(NOW + 1_000_001, NOW)).toBe(2);
  });

  it('never announces a token in zero seconds', () => {
    const empty = NOW + 12 * FIVE_SECONDS;
    expect(secondsUntilToken(empty, NOW, FIVE_SECONDS, 12)).toBe(5);
    expect(secondsUntilToken(empty, NOW + FIVE_SECONDS - 1, FIVE_SECONDS, 12)).toBe(1);
    expect(secondsUntilToken(empty, NOW + FIVE_SECONDS, FIVE_SECONDS, 12)).toBe(1);
  });

  it('is at worst empty, however late it was said to be full', () => {
    const empty = NOW + 12 * FIVE_SECONDS;
    expect(boundedTat(NOW + 3_600_000_000, NOW, FIVE_SECONDS, 12)).toBe(empty);
    expect(boundedTat(empty, NOW, FIVE_SECONDS, 12)).toBe(empty);
    expect(boundedTat(0, NOW, FIVE_SECONDS, 12)).toBe(0);
  });

  it('has a token at the announced time', () => {
    fc.assert(
      fc.property(policy, fc.nat(200_000_000), (limit, drawn) => {
        const interval = tokenInterval(limit);
        const tat = NOW + Math.min(drawn, limit.q * interval);
        if (hasToken(tat, NOW, interval, limit.q)) return;
        const later = NOW + secondsUntilToken(tat, NOW, interval, limit.q) * 1_000_000;
        expect(hasToken(tat, later, interval, limit.q)).toBe(true);
      }),
    );
  });

  it('decides like a token bucket that is filled continuously', () => {
    fc.assert(
      fc.property(policy, fc.array(fc.nat(5_000_000), { maxLength: 100 }), (limit, gaps) => {
        const interval = tokenInterval(limit);
        const capacity = limit.q * interval;
        let level = capacity;
        let tat = 0;
        let now = NOW;
        for (const gap of gaps) {
          now += gap;
          level = Math.min(capacity, level + gap);
          expect(tokensLeft(tat, now, interval, limit.q)).toBe(Math.floor(level / interval));
          expect(hasToken(tat, now, interval, limit.q)).toBe(level >= interval);
          if (level < interval) continue;
          level -= interval;
          tat = takeToken(tat, now, interval);
        }
      }),
    );
  });

  it('uses only integers that a double holds exactly', () => {
    const far = Date.UTC(2100, 0, 1) * 1000;
    const interval = tokenInterval({ q: 1, w: 31 * 86_400 });
    expect(Number.isSafeInteger(takeToken(far, far, interval) + interval)).toBe(true);
  });
});

const policy = fc.record({ q: fc.integer({ min: 1, max: 20 }), w: fc.integer({ min: 1, max: 60 }) });
