import { afterEach, expect, it } from 'vitest';
import { LoopDelay } from './loop-delay.ts';

let now = 0;

/** Whether the loop counts as overloaded after samples with these delays in milliseconds. */
function after(...delays: readonly number[]): boolean {
  now = 0;
  const delay = new LoopDelay(() => now);
  for (const late of delays) {
    now += 20 + late;
    delay.sample();
  }
  return delay.overloaded;
}

it('is overload when three samples in a row are more than 20 ms late', () => {
  expect(after(21, 21, 21)).toBe(true);
  expect(after(21, 21)).toBe(false);
  expect(after(20, 20, 20, 20)).toBe(false);
});

it('is no overload after one long pause, and ends with the first sample in time', () => {
  expect(after(500)).toBe(false);
  expect(after(500, 0, 500, 0)).toBe(false);
  expect(after(30, 30, 30, 5)).toBe(false);
});

const started: LoopDelay[] = [];
afterEach(() => {
  for (const delay of started.splice(0)) delay.stop();
});

it('notices a busy event loop', async () => {
  const delay = new LoopDelay();
  started.push(delay);
  delay.start();
  const seen = await new Promise<boolean>((resolve) => {
    let turns = 0;
    const busy = () => {
      const until = performance.now() + 60;
      while (performance.now() < until);
      turns += 1;
      if (delay.overloaded || turns > 50) resolve(delay.overloaded);
      else setTimeout(busy, 0);
    };
    busy();
  });
  expect(seen).toBe(true);
});
