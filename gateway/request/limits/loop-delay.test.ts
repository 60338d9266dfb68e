import { afterEach, expect, it } from 'vitest';
import { LoopDelay } from './loop-delay.ts';

/** Whether the loop counts as overloaded after samples with these delays in milliseconds, if it worked `share` of it. */
function afterWorking(share: number, ...delays: readonly number[]): boolean {
  let now = 0;
  const delay = new LoopDelay(
    () => now,
    () => now * share,
  );
  for (const late of delays) {
    now += 20 + late;
    delay.sample();
  }
  return delay.overloaded;
}

const after = (...delays: readonly number[]) => afterWorking(1, ...delays);

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

it('is no overload while the event loop waits for the processor of a busy machine', () => {
  expect(afterWorking(0.6, 100, 100, 100)).toBe(true);
  expect(afterWorking(0.4, 100, 100, 100)).toBe(false);
});

const started: LoopDelay[] = [];
afterEach(() => {
  for (const delay of started.splice(0)) delay.stop();
});

/** Whether the loop counts as overloaded after some of ten turns that `run` makes long. */
function seen(delay: LoopDelay, run: () => void): Promise<boolean> {
  started.push(delay);
  delay.start();
  return new Promise((resolve) => {
    let turns = 0;
    const turn = () => {
      run();
      turns += 1;
      if (delay.overloaded || turns > 10) resolve(delay.overloaded);
      else setTimeout(turn, 0);
    };
    turn();
  });
}

it('notices a busy event loop', async () => {
  // The machine may be busy too, so the time of this thread does not count here.
  const now = () => performance.now();
  const busy = () => {
    for (const until = now() + 60; now() < until; );
  };
  expect(await seen(new LoopDelay(now, now), busy)).toBe(true);
});

it('knows an event loop that does not work', async () => {
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  expect(await seen(new LoopDelay(), () => void Atomics.wait(asleep, 0, 0, 60))).toBe(false);
});
