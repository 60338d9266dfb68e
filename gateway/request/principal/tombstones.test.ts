import { describe, expect, it } from 'vitest';
import { Tombstones } from './tombstones.ts';

describe('tombstones', () => {
  it('return the newest change of a record', () => {
    const tombstones = new Tombstones(2);
    tombstones.set('key:a', 3);
    tombstones.set('key:a', 5);
    expect(tombstones.newest('key:a')).toBe(5);
    expect(tombstones.newest('key:b')).toBe(0);
  });

  it('still count after eviction: every reading before them is out of date', () => {
    const tombstones = new Tombstones(2);
    tombstones.set('key:a', 1);
    tombstones.set('key:b', 2);
    tombstones.set('key:a', 3);
    tombstones.set('key:c', 4);
    // The oldest tombstone was key:b at 2.
    expect(tombstones.newest('key:b')).toBe(2);
    expect(tombstones.newest('key:never')).toBe(2);
    expect(tombstones.newest('key:a')).toBe(3);
  });
});
