import { expect, it } from 'vitest';
import { PassingMap } from './passing-map.ts';

it('holds the entries that did not leave, in the order of their arrival', () => {
  const map = new PassingMap<string, number>();
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  map.delete('b');
  map.delete('unknown');
  expect([map.get('a'), map.get('b'), map.has('b'), map.has('c'), map.size]).toEqual([3, undefined, false, true, 2]);
  expect([[...map.keys()], [...map.values()]]).toEqual([
    ['a', 'c'],
    [3, 4],
  ]);
  expect([...new PassingMap([...map])]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
  expect([map.delete('c'), map.delete('c')]).toEqual([true, false]);
  map.set('c', 4);
  expect([map.take(), map.size]).toEqual([['a', 'c'], 0]);
});

it('keeps every entry through thousands of removals', () => {
  const map = new PassingMap<string, number>();
  const kept = Array.from({ length: 300 }, (_, at) => `kept_${at}`);
  for (const [at, name] of kept.entries()) map.set(name, at);
  for (let at = 0; at < 5_000; at++) {
    map.set(`gone_${at}`, at);
    map.delete(`gone_${at}`);
  }
  expect([...map.keys()]).toEqual(kept);
  expect(kept.map((name) => map.get(name))).toEqual([...kept.keys()]);
});
