import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayNumber, isoDate } from './dates.ts';

// Days between dates by the calendar: 1972 is a leap year, 1900 is not, 2000 is.
it.each([
  ['1970-01-01', 0],
  ['1969-12-31', -1],
  ['1970-12-31', 364],
  ['1972-03-01', 790],
  ['1900-02-28', -25_509],
  ['1900-03-01', -25_508],
  ['2000-02-29', 11_016],
  ['2000-03-01', 11_017],
  ['2199-12-31', 84_005],
  ['0000-03-01', -719_468],
])('%s is day %d', (date, day) => {
  expect(dayNumber(date)).toBe(day);
  expect(isoDate(day)).toBe(date);
});

it('counts a pregnancy of 280 days from the first of January 2026 to the eighth of October', () => {
  expect(isoDate(dayNumber('2026-01-01') + 280)).toBe('2026-10-08');
});

it('agrees with the calendar of JavaScript on every day of 8,000 years', () => {
  const days = fc.integer({ min: dayNumber('0001-01-01'), max: dayNumber('8000-12-31') });
  fc.assert(
    fc.property(days, (day) => {
      expect(isoDate(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10));
      expect(dayNumber(isoDate(day))).toBe(day);
    }),
    { numRuns: 2_000 },
  );
});
