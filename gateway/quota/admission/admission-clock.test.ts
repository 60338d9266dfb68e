import { expect, it } from 'vitest';
import { Bench, unavailable } from '../testing/admission.fixture.ts';

const MINUTE = 60_000;
/** Two minutes before November ends. */
const LATE = Date.UTC(2026, 10, 30, 23, 58);
const DECEMBER = Date.UTC(2026, 11, 1);

it.each([
  ['ahead', LATE, 5 * MINUTE, '2026-11'],
  ['behind', DECEMBER + MINUTE, -5 * MINUTE, '2026-12'],
])('a process whose clock is %s counts in the month of the store', async (_clock, now, skew, month) => {
  const bench = new Bench();
  bench.now = now;
  bench.skew = skew;
  const decisions = await bench.askMany(3);
  expect(decisions.map(({ verdict, month: counted, at }) => [verdict.used, counted, at])).toEqual(
    [1, 2, 3].map((used) => [used, month, now]),
  );
  // One command was of another day, and one was made anew.
  expect(bench.store.commands.map(({ items }) => items.length)).toEqual([3, 3]);
  expect((await bench.store.counters('client-1', month))?.counter.admitted.included).toBe(3);
});

it('a month that ends on the way counts the call in the next one', async () => {
  const bench = new Bench();
  bench.now = DECEMBER - 1;
  await bench.ask();
  bench.store.mood = 'held';
  const asked = bench.ask();
  await bench.settled();
  bench.now = DECEMBER;
  bench.store.release();
  expect(await asked).toMatchObject({ month: '2026-12', verdict: { used: 1 } });
});

it('calls are given up when the store shows another day each time', async () => {
  const bench = new Bench();
  const { admit } = bench.store;
  bench.store.admit = (commands, settle) => {
    bench.now += 86_400_000;
    admit.call(bench.store, commands, settle);
  };
  await unavailable(bench.ask());
  expect(bench.store.commands).toHaveLength(5);
});
