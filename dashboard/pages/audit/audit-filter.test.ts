import { describe, expect, it } from 'vitest';
import { EVERYTHING, filterOf, isEverything, queryOf } from './audit-filter.ts';

const filter = (query: string) => filterOf(new URLSearchParams(query));

describe('the filter of the audit', () => {
  it('is what the address says, and nothing of what else stands there', () => {
    expect(filter('action=key.revoke&from=2026-11-21&x=y')).toEqual({
      ...EVERYTHING,
      action: 'key.revoke',
      from: '2026-11-21',
    });
    expect(isEverything(filter('x=y'))).toBe(true);
    expect(isEverything(filter('actor=us_1'))).toBe(false);
  });

  it('asks for whole days of this machine, the last one included', () => {
    const { from, to } = queryOf(filter('from=2026-12-31&to=2026-12-31'));
    expect([from, to]).toEqual([new Date(2026, 11, 31).toISOString(), new Date(2027, 0, 1).toISOString()]);
  });

  it('leaves to the API what is no day', () => {
    expect(queryOf(filter('from=yesterday'))).toEqual({ ...EVERYTHING, from: 'yesterday' });
  });
});
