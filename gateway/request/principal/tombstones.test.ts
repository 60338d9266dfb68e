import { describe, expect, it } from 'vitest';
import { Tombstones } from './tombstones.ts';

describe('tombstones', () => {
  it('return the newest change of a record', () => {
    const tombstones = new Tombstones(2);
    tombstones.set('key_a', 3);
    tombstones.set('key_a', 5);
    expect(tombstones.newest('key_a')).toBe(5);
    expect(tombstones.newest('key_b')).toBe(0);
  });

  it('know the newest change of all records, also of an evicted one', () => {
    const tombstones = new Tombstones(1);
    expect(tombstones.latest).toBe(0);
    tombstones.set('key_a', 7);
    tombstones.set('key_b', 4);
    expect(tombstones.latest).toBe(7);
  });

  it('still count after eviction: every reading before them is out of date', () => {
    const tombstones = new Tombstones(2);
    tombstones.set('key_a', 1);
    tombstones.set('key_b', 2);
    tombstones.set('key_a', 3);
    tombstones.set('key_c', 4);
    // The oldest tombstone was key_b at 2.
    expect(tombstones.newest('key_b')).toBe(2);
    expect(tombstones.newest('key_never')).toBe(2);
    expect(tombstones.newest('key_a')).toBe(3);
  });
});
