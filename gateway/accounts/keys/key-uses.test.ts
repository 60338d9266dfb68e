import { expect, it } from 'vitest';
import { KeyUses } from './key-uses.ts';

it('returns the latest use of each key, and a key in constant use once per minute', () => {
  const uses = new KeyUses();
  uses.note('a', 100_000);
  uses.note('a', 101_000);
  uses.note('b', 100_500);
  expect([...uses.take()]).toEqual([
    ['a', 101_000],
    ['b', 100_500],
  ]);
  uses.note('a', 160_999);
  expect([...uses.take()]).toEqual([]);
  uses.note('a', 161_000);
  expect([...uses.take()]).toEqual([['a', 161_000]]);
});
