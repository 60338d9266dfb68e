import { expect, it } from 'vitest';
import { isInstant, isoTime } from './instant.ts';

it('an instant is valid from 2000 to the start of 2100', () => {
  const first = Date.parse('2000-01-01T00:00:00Z');
  const last = Date.parse('2100-01-01T00:00:00Z');
  expect([first, last, 1_801_353_600_000].filter(isInstant)).toHaveLength(3);
  expect([first - 1, last + 1, Number.NaN, Number.POSITIVE_INFINITY, first + 0.5].filter(isInstant)).toEqual([]);
});

it('every instant can be written with a four-digit year', () => {
  expect(isoTime(Date.UTC(2026, 10, 21))).toBe('2026-11-21T00:00:00.000Z');
  // 9999-12-31T23:59:59-01:00, which older data may contain.
  expect(isoTime(253_402_304_399_000)).toBe('9999-12-31T23:59:59.999Z');
  for (const at of [8.64e15 + 1, Number.POSITIVE_INFINITY, -8.64e15 - 1, Number.NaN, -1e14]) {
    expect(isoTime(at)).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/);
  }
});
