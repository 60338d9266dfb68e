import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RedisBreaker } from './breaker.ts';

/** A breaker whose timers run when the test advances them. */
function bench() {
  const events: string[] = [];
  let waits: { ms: number; run: () => void }[] = [];
  let well = false;
  const breaker = new RedisBreaker({
    async probe() {
      events.push('probe');
      if (!well) throw new Error('still away');
    },
    opened: (cause) => void events.push(`opened: ${cause.message}`),
    closed: () => void events.push('closed'),
    schedule: { turn: () => {}, after: (ms, run) => void waits.push({ ms, run }) },
  });
  return {
    breaker,
    events,
    /** Started pauses between probes, in milliseconds. Longer timers are not pauses. */
    pauses: () => waits.flatMap(({ ms }) => (ms <= 1_000 ? ms : [])),
    recover() {
      well = true;
    },
    /** Runs all timers of at most `most` milliseconds. */
    async pass(most: number) {
      const over = waits.filter(({ ms }) => ms <= most);
      waits = waits.filter(({ ms }) => ms > most);
      for (const { run } of over) run();
      await setImmediate();
    },
  };
}

it('opens at the first failure and reports it once', () => {
  const { breaker, events } = bench();
  expect(breaker.open).toBe(false);
  breaker.trip(new Error('timed out'));
  breaker.trip(new Error('timed out as well'));
  expect([breaker.open, breaker.openings]).toEqual([true, 1]);
  expect(events).toEqual(['opened: timed out']);
});

it('probes after each pause, one at a time, and closes when a probe succeeds', async () => {
  const { breaker, events, pauses, pass, recover } = bench();
  breaker.trip(new Error('lost'));
  await pass(1_000);
  expect([breaker.open, pauses().length]).toEqual([true, 1]);
  recover();
  await pass(1_000);
  expect([breaker.open, pauses().length]).toEqual([false, 0]);
  expect(events).toEqual(['opened: lost', 'probe', 'probe', 'closed']);
  breaker.trip(new Error('lost again'));
  expect([breaker.open, breaker.openings]).toEqual([true, 2]);
});

it('backs off while the store fails right after recovery, until it stays healthy for a while', async () => {
  const { breaker, pauses, pass, recover } = bench();
  recover();
  const seen: number[] = [];
  for (let failure = 0; failure < 7; failure += 1) {
    breaker.trip(new Error('lost'));
    seen.push(...pauses());
    await pass(1_000);
  }
  expect(seen[0]).toBeLessThanOrEqual(25);
  expect(seen[6]).toBeGreaterThanOrEqual(500);
  await pass(10_000);
  breaker.trip(new Error('lost'));
  expect(pauses()[0]).toBeLessThanOrEqual(25);
});

it('neither probes nor changes state after its end', async () => {
  const { breaker, events, pass } = bench();
  breaker.trip(new Error('lost'));
  breaker.end();
  await pass(1_000);
  breaker.trip(new Error('closed'));
  expect(events).toEqual(['opened: lost']);
});
