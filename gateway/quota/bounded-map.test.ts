import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

it('keeps the most recently used entries, however many are added', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('kept', 1);
  for (let other = 0; other < 10; other += 1) {
    map.set(`other ${other}`, other);
    expect(map.get('kept')).toBe(1);
  }
});

it('evicts entries that were not used for long', () => {
  const map = new BoundedMap<number, number>(2);
  for (let key = 0; key < 10; key += 1) map.set(key, key);
  const left = Array.from({ length: 10 }, (_, key) => map.get(key)).filter((value) => value !== undefined);
  expect(left.length).toBeLessThanOrEqual(4);
  expect(map.get(0)).toBeUndefined();
});

it('deletes an entry from both generations', () => {
  const map = new BoundedMap<string, number>(1);
  map.set('a', 1);
  map.set('b', 2);
  map.delete('a');
  map.delete('b');
  expect([map.get('a'), map.get('b')]).toEqual([undefined, undefined]);
});
