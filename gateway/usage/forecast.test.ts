import { expect, it } from 'vitest';
import { forecast } from './forecast.ts';

const BEFORE = Date.UTC(2026, 0, 1);

it.each([
  ['10 of 30 days gone: three times as much', 1_000, BEFORE, Date.UTC(2026, 10, 11), 3_000],
  ['nothing used', 0, BEFORE, Date.UTC(2026, 10, 11), 0],
  // 500 in the 5 days from the 21st to the 26th; 5 more days remain.
  ['a client created within the month: at its own rate', 500, Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 26), 1_000],
  ['the first day of a month', 5, BEFORE, Date.UTC(2026, 10, 1, 23, 59), null],
  ['a day after the start of a month', 5, BEFORE, Date.UTC(2026, 10, 2), 150],
  ['the last instant', 77, BEFORE, Date.UTC(2026, 11, 1) - 1, 77],
])('forecasts the month: %s', (_case, used, since, now, expected) => {
  expect(forecast(used, since, now)).toBe(expected);
});
