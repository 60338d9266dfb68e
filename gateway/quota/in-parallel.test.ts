import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inParallel } from './in-parallel.ts';

it('processes every item, sixty-four at a time', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await inParallel(Array(200).keys(), async (one) => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
    done.push(one);
  });
  expect(done.toSorted((a, b) => a - b)).toEqual([...Array(200).keys()]);
  expect(most).toBe(64);
});

it('starts no further item after the first error and rejects with it', async () => {
  const begun: number[] = [];
  const all = inParallel(Array(200).keys(), async (one) => {
    begun.push(one);
    await setImmediate();
    if (one === 3) throw new Error('the fourth');
  });
  await expect(all).rejects.toThrow('the fourth');
  await setImmediate();
  expect(begun.length).toBeLessThan(130);
});
