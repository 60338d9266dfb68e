import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecentKeys } from './recent-keys.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('tells the hash of a key for a second after the first key, and again when it is kept anew', () => {
  const keys = new RecentKeys();
  expect(keys.hashOf('a')).toBeUndefined();
  keys.keep('a', 'hash of a');
  vi.advanceTimersByTime(600);
  keys.keep('b', 'hash of b');
  vi.advanceTimersByTime(399);
  expect([keys.hashOf('a'), keys.hashOf('b')]).toEqual(['hash of a', 'hash of b']);
  vi.advanceTimersByTime(1);
  expect([keys.hashOf('a'), keys.hashOf('b')]).toEqual([undefined, undefined]);

  keys.keep('a', 'hash of a');
  vi.advanceTimersByTime(999);
  expect(keys.hashOf('a')).toBe('hash of a');
  vi.advanceTimersByTime(1);
  expect(keys.hashOf('a')).toBeUndefined();
});

it('holds 4,096 keys at most, and no timer once they are cleared', () => {
  const keys = new RecentKeys();
  for (let at = 0; at < 5_000; at += 1) keys.keep(`key ${at}`, `hash ${at}`);
  expect(keys.hashOf('key 4095')).toBe('hash 4095');
  expect(keys.hashOf('key 4096')).toBeUndefined();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(keys.hashOf('key 0')).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
