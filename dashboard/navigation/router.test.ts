import { describe, expect, it } from 'vitest';
import { hrefOf, matchOf, routeOf } from './router.ts';

describe('a place', () => {
  it('is read from the part of the address behind #', () => {
    const { path, query } = routeOf('#/users/us_1?tab=keys&state=a%26b');
    expect(path).toEqual(['users', 'us_1']);
    expect([...query]).toEqual([
      ['tab', 'keys'],
      ['state', 'a&b'],
    ]);
    for (const start of ['', '#', '#/', '#//']) expect(routeOf(start).path).toEqual([]);
  });

  it('may hold any text, also what is no valid escape', () => {
    expect(routeOf(hrefOf(['users', 'a/b ?&%'])).path).toEqual(['users', 'a/b ?&%']);
    expect(routeOf('#/users/%E0%A4%A').path).toEqual(['users', '%E0%A4%A']);
  });

  it('is written without what is empty in its query', () => {
    expect(hrefOf(['audit'], { action: 'key.revoke', user: null, since: '' })).toBe('#/audit?action=key.revoke');
    expect(hrefOf([], { user: undefined })).toBe('#/');
  });
});

describe('a pattern', () => {
  it('matches paths of its length, and tells what stands for its parameters', () => {
    expect(matchOf('users/:user', ['users', 'us_1'])).toEqual({ user: 'us_1' });
    expect(matchOf('users/:user', ['users'])).toBeNull();
    expect(matchOf('users', ['users', 'us_1'])).toBeNull();
    expect(matchOf('', [])).toEqual({});
    expect(matchOf('', ['users'])).toBeNull();
  });
});
