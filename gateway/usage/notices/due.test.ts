import { expect, it } from 'vitest';
import { noticesFor } from './due.ts';

const standing = { quota: 1_000, used: 0, mode: 'credits', credits: 500, lastTopUp: 1_000 } as const;

it.each([
  [{ used: 799 }, []],
  [{ used: 800 }, ['quota-80']],
  [{ used: 999 }, ['quota-80']],
  [{ used: 1_000 }, ['quota-80', 'quota-100']],
  [{ used: 5_000 }, ['quota-80', 'quota-100']],
  // Four fifths of 7 are 5.6.
  [{ quota: 7, used: 5 }, []],
  [{ quota: 7, used: 6 }, ['quota-80']],
])('reports the quota from 80 %% and from 100 %%: %j', (now, notices) => {
  expect(noticesFor({ ...standing, ...now })).toEqual(notices);
});

it.each([
  [{ credits: 100 }, []],
  [{ credits: 99 }, ['low-balance']],
  [{ credits: -5 }, ['low-balance']],
  [{ credits: 0, lastTopUp: null }, []],
  [{ credits: 0, mode: 'block' }, []],
  [{ credits: 0, mode: 'soft' }, []],
] as const)('reports a balance below a tenth of the last top-up if calls take credits: %j', (now, notices) => {
  expect(noticesFor({ ...standing, ...now })).toEqual(notices);
});

it('sends no notice without a quota, and only credit notices with a quota of zero', () => {
  expect(noticesFor({ ...standing, quota: null, used: 1e9, credits: 0 })).toEqual([]);
  expect(noticesFor({ ...standing, quota: 0, used: 50, credits: 0 })).toEqual(['low-balance']);
});
