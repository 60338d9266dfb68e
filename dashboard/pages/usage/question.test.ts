import { describe, expect, it } from 'vitest';
import { queryOf, questionOf } from './question.ts';

const MARCH = Date.UTC(2024, 2, 5, 23, 30);
const asked = (query: string, now = MARCH) => questionOf(new URLSearchParams(query), now);

describe('the question of the address', () => {
  it.each([
    ['', '2024-03-01', '2024-03-05'],
    ['range=last-month', '2024-02-01', '2024-02-29'],
    // Thirty days with today among them.
    ['range=30-days', '2024-02-05', '2024-03-05'],
    ['range=custom&since=2023-12-30&until=2024-01-02', '2023-12-30', '2024-01-02'],
    ['range=custom&since=2023-02-29&until=soon', '2024-03-01', '2024-03-05'],
    ['range=ever&since=2023-12-30', '2024-03-01', '2024-03-05'],
  ])('%j is the days %s to %s', (query, since, until) => {
    expect(asked(query)).toMatchObject({ since, until });
  });

  it('knows the month before January', () => {
    const january = Date.UTC(2026, 0, 31);
    expect(asked('range=last-month', january)).toMatchObject({ since: '2025-12-01', until: '2025-12-31' });
  });

  it('is the days one by one unless it says a group that there is', () => {
    expect(asked('by=hour').by).toBe('day');
    expect(asked('by=status').by).toBe('status');
  });

  it('is written so that it is read again, and short where all is as usual', () => {
    expect(queryOf(asked(''))).toEqual({ range: null, by: null });
    expect(queryOf(asked('range=30-days&by=key'))).toEqual({ range: '30-days', by: 'key' });
    const custom = { range: 'custom', by: 'user', since: '2023-12-30', until: '2024-01-02' };
    expect(queryOf(asked(`${new URLSearchParams(custom)}`))).toEqual(custom);
  });
});
