import { describe, expect, it } from 'vitest';
import { UsageError } from './command.ts';
import { count, duration, environment, instant, month, names, overrides } from './values.ts';

describe('values of the command line', () => {
  it('are durations with a unit', () => {
    expect(duration('overlap', '90s')).toBe(90_000);
    expect(duration('overlap', '15m')).toBe(900_000);
    expect(duration('overlap', '12h')).toBe(43_200_000);
    expect(duration('overlap', '7d')).toBe(604_800_000);
  });

  it('are instants: durations from now, or UTC dates', () => {
    expect(instant('expires', '1d', 1_801_353_600_000)).toBe(1_801_440_000_000);
    // date -u -d 2027-01-31 +%s
    expect(instant('expires', '2027-01-31', 5)).toBe(1_801_353_600_000);
    expect(instant('expires', '2027-01-31T00:00:01Z', 5)).toBe(1_801_353_601_000);
  });

  it('are limits; only given limits are set', () => {
    expect(overrides({})).toEqual({});
    const given = { quota: 'unlimited', burst: '100/10', mode: 'block', ceiling: '5000' };
    expect(overrides(given)).toEqual({ quota: null, burst: { q: 100, w: 10 }, mode: 'block', ceiling: 5_000 });
    expect(overrides({ burst: 'unlimited', ceiling: 'none', quota: '0' })).toEqual({
      burst: null,
      ceiling: null,
      quota: 0,
    });
  });

  it.each([
    () => duration('overlap', '7'),
    () => duration('overlap', '-7d'),
    () => duration('overlap', '1e3d'),
    () => instant('expires', '2027-02-30', 0),
    () => instant('expires', 'tomorrow', 0),
    () => instant('expires', '999999d', 1_801_353_600_000),
    () => instant('expires', '2100-01-02', 1_801_353_600_000),
    () => instant('expires', '1999-12-31', 1_801_353_600_000),
    () => count('--quota', '1.5'),
    () => count('--quota', ''),
    () => count('--quota', '9007199254740993'),
    () => overrides({ burst: '10/0' }),
    () => overrides({ burst: '10' }),
    () => overrides({ mode: 'hard' }),
    () => overrides({ quota: 'none' }),
    () => month('2026-13'),
    () => month('0000-01'),
    () => month('9999-12'),
    () => names('calculators', 'tdee,,bmi'),
    () => environment('prod'),
  ])('are refused if they are invalid: %s', (read) => {
    expect(read).toThrow(UsageError);
  });
});
