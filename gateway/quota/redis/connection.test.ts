import { expect, it } from 'vitest';
import { pause } from './connection.ts';

it('backs off exponentially up to a second, with jitter over half of the pause', () => {
  expect([0, 1, 2, 5, 6, 100].map((attempts) => pause(attempts, () => 1))).toEqual([25, 50, 100, 800, 1_000, 1_000]);
  expect([0, 1, 2, 5, 6, 100].map((attempts) => pause(attempts, () => 0))).toEqual([13, 25, 50, 400, 500, 500]);
});
