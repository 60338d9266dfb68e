import { describe, expect, it } from 'vitest';
import { changesOf } from './changes.ts';

describe('the difference between two states of a record', () => {
  it('has what was changed, and not what stayed', () => {
    expect(changesOf({ name: 'A', cap: 5 }, { name: 'B', cap: 5 })).toEqual([
      { path: ['name'], before: 'A', after: 'B' },
    ]);
    expect(changesOf({ networks: ['::1'] }, { networks: ['::1'] })).toEqual([]);
  });

  it('of something new is all that it has, and of what is gone all that it had', () => {
    expect(changesOf(null, { name: 'A', cap: null })).toEqual([{ path: ['name'], before: undefined, after: 'A' }]);
    expect(changesOf({ role: 'admin' }, null)).toEqual([{ path: ['role'], before: 'admin', after: undefined }]);
  });

  it('goes into members of members', () => {
    expect(changesOf({ next: null }, { next: { plan: 'pro', at: 1 } })).toEqual([
      { path: ['next', 'plan'], before: undefined, after: 'pro' },
      { path: ['next', 'at'], before: undefined, after: 1 },
    ]);
    expect(changesOf(null, null)).toEqual([]);
  });
});
