import { expect, it } from 'vitest';
import { Renewals } from './renewals.ts';

/** Reminders by a clock that the test moves. Timers go off `late` milliseconds late. */
function renewals(late = 0) {
  let now = 1_000;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const reminded: { readonly client: string; readonly at: number }[] = [];
  const schedule = { turn: () => {}, after: (ms: number, run: () => void) => void timers.push({ at: now + ms, run }) };
  const tested = new Renewals(
    schedule,
    () => now,
    (client) => reminded.push({ client, at: now }),
  );
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; ) {
      now += 1;
      const due = timers.filter(({ at }) => at + late <= now);
      timers = timers.filter(({ at }) => at + late > now);
      for (const { run } of due) run();
    }
  };
  return { remind: (client: string) => tested.remind(client), pass, reminded, timers: () => timers.length };
}

it.each([0, 1, 4, 30])('reminds once, in 7.5 to 9 seconds, although timers are %i ms late', (late) => {
  const { remind, pass, reminded } = renewals(late);
  for (let client = 0; client < 300; client += 1) remind(String(client));
  pass(12_000);
  expect(reminded.length).toBe(300);
  expect(new Set(reminded.map(({ client }) => client)).size).toBe(300);
  const times = reminded.map(({ at }) => at - 1_000);
  expect(Math.min(...times)).toBeGreaterThan(7_480);
  expect(Math.max(...times)).toBeLessThan(9_050);
  // Two to a tick of ten milliseconds, not all at once.
  const together = Math.max(...times.map((time) => times.filter((other) => other === time).length));
  expect(together).toBeLessThanOrEqual(2 * Math.ceil((10 + late) / 10));
});

it('replaces an earlier reminder of the client', () => {
  const { remind, pass, reminded } = renewals();
  remind('a');
  pass(7_000);
  remind('a');
  pass(7_400);
  expect(reminded).toEqual([]);
  pass(1_700);
  expect(reminded.map(({ client }) => client)).toEqual(['a']);
});

it('stops looking while no reminder waits, and goes on later', () => {
  const { remind, pass, reminded, timers } = renewals();
  remind('a');
  pass(9_100);
  expect([reminded.length, timers()]).toEqual([1, 0]);
  pass(60_000);
  remind('a');
  pass(7_400);
  expect(reminded.length).toBe(1);
  pass(1_700);
  expect([reminded.length, timers()]).toEqual([2, 0]);
});
