import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecentKeys } from './recent-keys.ts';

const START = 1;
/** With this start, their places differ. */
const [A, B] = ['vg_live_aaaaaaa', 'vg_live_aaaaaba'];

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('tells the hash of a key for a second after the first key, and again when it is kept anew', () => {
  const keys = new RecentKeys(START);
  expect(keys.hashOf(A)).toBeUndefined();
  keys.keep(A, 'hash of a');
  vi.advanceTimersByTime(600);
  keys.keep(B, 'hash of b');
  vi.advanceTimersByTime(399);
  expect([keys.hashOf(A), keys.hashOf(B)]).toEqual(['hash of a', 'hash of b']);
  vi.advanceTimersByTime(1);
  expect([keys.hashOf(A), keys.hashOf(B)]).toEqual([undefined, undefined]);

  keys.keep(A, 'hash of a');
  vi.advanceTimersByTime(999);
  expect(keys.hashOf(A)).toBe('hash of a');
  vi.advanceTimersByTime(1);
  expect(keys.hashOf(A)).toBeUndefined();
});

it('tells apart keys that share a place, and keeps the first of them', () => {
  const keys = new RecentKeys(START);
  const [one, other] = ['vg_live_aaaaaaaaaaaa1', 'vg_live_aaaaaaaaaaaa2'];
  keys.keep(one, 'hash of one');
  keys.keep(other, 'hash of other');
  expect([keys.hashOf(one), keys.hashOf(other)]).toEqual(['hash of one', undefined]);
});

it('holds 4,096 keys at most, and no timer once they are cleared', () => {
  const keys = new RecentKeys(START);
  const texts = Array.from({ length: 20_000 }, (_, at) => `vg_live_${String(at * 7_919).padStart(9, '0')}`);
  for (const text of texts) keys.keep(text, `hash of ${text}`);
  const kept = texts.filter((text) => keys.hashOf(text) !== undefined);
  expect(kept).toHaveLength(4_096);
  expect(kept.every((text) => keys.hashOf(text) === `hash of ${text}`)).toBe(true);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(texts.filter((text) => keys.hashOf(text) !== undefined)).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
