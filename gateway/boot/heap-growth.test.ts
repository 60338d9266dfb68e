import { expect, it } from 'vitest';
import { growthPercent } from './heap-growth.ts';

it('gives about 64 MB of room to a heap below 128 MB, and leaves a larger one to V8', () => {
  expect(growthPercent(50_000_000)).toBe(128);
  // 82 MB of room; 128 % would give 41 MB.
  expect(growthPercent(32_000_000)).toBe(256);
  expect(growthPercent(127_000_000)).toBe(64);
  expect(growthPercent(128_000_000)).toBe(0);
});
