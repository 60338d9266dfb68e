import { describe, expect, it } from 'vitest';
import type { UsageGroupLine } from '../../api/usage.ts';
import { pointsOf, valuesAt } from './points.ts';

const line = (day: string, calls: number): UsageGroupLine => {
  return { group: { day }, calls, units: calls, client_errors: 0, server_errors: 0, refused: 0 };
};

describe('a chart', () => {
  it('has every day of its range, also those without a call', () => {
    const lines = [line('2024-02-28', 3), line('2024-03-01', 5), line('2024-03-01', 1)];
    const points = pointsOf('2024-02-28', '2024-03-01', lines);
    expect(points).toEqual({ unit: 'day', names: ['2024-02-28', '2024-02-29', '2024-03-01'] });
    expect(valuesAt(points, lines, ({ calls }) => calls)).toEqual([3, 0, 6]);
  });

  it('has the months from the first call to the last one where the range is long', () => {
    const lines = [line('2025-11-30', 2), line('2026-01-01', 5), line('2026-01-31', 1)];
    const points = pointsOf('2001-01-01', '2026-11-21', lines);
    expect(points).toEqual({ unit: 'month', names: ['2025-11', '2025-12', '2026-01'] });
    expect(valuesAt(points, lines, ({ calls }) => calls)).toEqual([2, 0, 6]);
  });

  it('has nothing where the range ends before it begins', () => {
    expect(pointsOf('2026-03-02', '2026-03-01', [])).toEqual({ unit: 'day', names: [] });
  });
});
