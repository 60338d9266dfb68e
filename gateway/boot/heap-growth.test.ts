import { expect, it } from 'vitest';
import { growthPercent } from './heap-growth.ts';

it('gives 64 MB of room to a heap below 128 MB, and leaves a larger one to V8', () => {
  expect(growthPercent(32_000_000)).toBe(200);
  expect(growthPercent(127_000_000)).toBe(50);
  expect(growthPercent(128_000_000)).toBe(0);
});
