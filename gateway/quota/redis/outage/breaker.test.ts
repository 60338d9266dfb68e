import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Breaker } from './breaker.ts';

/** A breaker whose pauses end when the test says so. */
function bench() {
  const events: string[] = [];
  const later: (() => void)[] = [];
  let well = false;
  const breaker = new Breaker({
    async probe() {
      events.push('probe');
      if (!well) throw new Error('still away');
    },
    opened: (cause) => void events.push(`opened: ${cause.message}`),
    closed: () => void events.push('closed'),
    schedule: { turn: () => {}, after: (_ms, run) => void later.push(run) },
  });
  return {
    breaker,
    events,
    waiting: () => later.length,
    recover() {
      well = true;
    },
    async pauseEnds() {
      later.shift()?.();
      await setImmediate();
    },
  };
}

it('opens at the first failure and tells it once', () => {
  const { breaker, events } = bench();
  expect(breaker.open).toBe(false);
  breaker.trip(new Error('timed out'));
  breaker.trip(new Error('timed out as well'));
  expect(breaker.open).toBe(true);
  expect(events).toEqual(['opened: timed out']);
});

it('probes after each pause, one at a time, and closes when a probe comes through', async () => {
  const { breaker, events, waiting, pauseEnds, recover } = bench();
  breaker.trip(new Error('lost'));
  await pauseEnds();
  expect([breaker.open, waiting()]).toEqual([true, 1]);
  recover();
  await pauseEnds();
  expect([breaker.open, waiting()]).toEqual([false, 0]);
  expect(events).toEqual(['opened: lost', 'probe', 'probe', 'closed']);
  breaker.trip(new Error('lost again'));
  expect(breaker.open).toBe(true);
});

it('does not probe after its end', async () => {
  const { breaker, events, pauseEnds } = bench();
  breaker.trip(new Error('lost'));
  breaker.end();
  await pauseEnds();
  expect(events).toEqual(['opened: lost']);
});
