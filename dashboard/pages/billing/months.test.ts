import { expect, it } from 'vitest';
import { isMonth, monthsBetween } from './months.ts';

it('there is a statement of every month of the account, the latest first', () => {
  const until = '2026-02-01T00:00:00.000Z';
  expect(monthsBetween('2025-11-30T23:59:59.999Z', until)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
  expect(monthsBetween('2026-02-01T00:00:00.000Z', until)).toEqual(['2026-02']);
  // Made by a machine whose clock is ahead of this one.
  expect(monthsBetween('2026-03-01T00:00:00.000Z', until)).toEqual(['2026-02']);
});

it('a month is distinguished from other text', () => {
  expect(['2026-01', '2026-12'].map(isMonth)).toEqual([true, true]);
  expect(['2026-00', '2026-13', '2026-1', '2026-011', 'november'].map(isMonth)).toEqual(Array(5).fill(false));
});
