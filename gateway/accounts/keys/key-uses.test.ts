import { expect, it } from 'vitest';
import { KeyUses } from './key-uses.ts';

it('returns the latest use of each key, and a key in constant use once per minute', () => {
  const uses = new KeyUses();
  uses.note('a', 100_000);
  uses.note('a', 101_000);
  uses.note('b', 100_500);
  expect([...uses.take()].flat()).toEqual([
    ['a', 101_000],
    ['b', 100_500],
  ]);
  uses.note('a', 160_999);
  expect([...uses.take()].flat()).toEqual([]);
  uses.note('a', 161_000);
  expect([...uses.take()].flat()).toEqual([['a', 161_000]]);
});

it('returns many keys in pages, and none that was saved within the last minute', () => {
  const uses = new KeyUses();
  const note = (at: number) => {
    for (let key = 0; key < 1_100; key += 1) uses.note(`key-${key}`, at);
  };
  note(100_000);
  expect([...uses.take()].map(({ length }) => length)).toEqual([500, 500, 100]);
  note(101_000);
  expect([...uses.take()]).toEqual([]);
});
