import { afterEach, expect, it, vi } from 'vitest';
import { restingThread } from './rest.ts';

afterEach(() => vi.restoreAllMocks());

it('rests for a millisecond after each half millisecond of work, and not before', () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
  const rest = restingThread();
  for (const at of [0.2, 0.4, 0.6, 0.8, 1, 1.2]) {
    now = at;
    rest();
  }
  expect(wait.mock.calls.map(([, , , milliseconds]) => milliseconds)).toEqual([1, 1]);
});
