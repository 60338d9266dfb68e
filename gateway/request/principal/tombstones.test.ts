import { describe, expect, it } from 'vitest';
import { Tombstones } from './tombstones.ts';

describe('tombstones', () => {
  it('say the newest change of a record', () => {
    const tombstones = new Tombstones(2);
    tombstones.set('key:a', 3);
    tombstones.set('key:a', 5);
    expect(tombstones.newest('key:a')).toBe(5);
    expect(tombstones.newest('key:b')).toBe(0);
  });

  it('that made room for newer ones still hold: every reading before them counts as out of date', () => {
    const tombstones = new Tombstones(2);
    tombstones.set('key:a', 1);
    tombstones.set('key:b', 2);
    tombstones.set('key:a', 3);
    tombstones.set('key:c', 4);
    // key:b with 2 was the oldest.
    expect(tombstones.newest('key:b')).toBe(2);
    expect(tombstones.newest('key:never')).toBe(2);
    expect(tombstones.newest('key:a')).toBe(3);
  });
});
