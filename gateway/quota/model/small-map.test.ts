import { expect, it } from 'vitest';
import { SmallMap } from './small-map.ts';

const entries = (map: SmallMap<number>) => ({
  size: map.size,
  all: [...map],
  keys: [...map.keys()],
  values: [...map.values()],
});

it('is empty at first, and after its last entry left', () => {
  const map = new SmallMap<number>();
  const empty = { size: 0, all: [], keys: [], values: [] };
  expect([entries(map), map.get('a'), map.has('a')]).toEqual([empty, undefined, false]);
  map.set('a', 1);
  map.delete('b');
  expect(map.size).toBe(1);
  map.delete('a');
  expect(entries(map)).toEqual(empty);
});

it('holds one entry and replaces its value', () => {
  const map = new SmallMap([['a', 1]]);
  map.set('a', 2);
  expect(entries(map)).toEqual({ size: 1, all: [['a', 2]], keys: ['a'], values: [2] });
  expect([map.get('a'), map.has('a'), map.get('b'), map.has('b')]).toEqual([2, true, undefined, false]);
});

it('holds several entries in the order of their arrival, and loses any of them', () => {
  const map = new SmallMap([['a', 1]]);
  map.set('b', 2);
  map.set('c', 3);
  map.set('a', 4);
  map.delete('b');
  expect(entries(map)).toEqual({
    size: 2,
    all: [
      ['a', 4],
      ['c', 3],
    ],
    keys: ['a', 'c'],
    values: [4, 3],
  });
  expect([map.get('a'), map.has('b'), map.get('c')]).toEqual([4, false, 3]);
  map.clear();
  map.set('d', 5);
  expect(entries(map)).toEqual({ size: 1, all: [['d', 5]], keys: ['d'], values: [5] });
});
